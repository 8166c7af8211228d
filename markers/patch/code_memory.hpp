// Memory for code that is made at run time. It is mapped readable and executable and never written
// through its own pages, but through /proc/self/mem: no page is ever writable and executable.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tracetoll::patch {

// Maps `code_bytes` of code followed by `data_bytes` of data that can be written; with `near`, all
// of it within reach of a jump from there. Both sizes are whole pages. Throws PatchError.
std::uint8_t* map_code(std::size_t code_bytes, std::size_t data_bytes, const void* near);

// Is a jump from `from`, 5 bytes, to anywhere in [begin, begin + bytes) in reach, and back?
bool in_reach(const void* from, const void* begin, std::size_t bytes);

// Writes into code that no thread can be in. Throws PatchError.
void write_code(void* to, const void* bytes, std::size_t count);

}  // namespace tracetoll::patch
