// x86-64: the handler of SIGTRAP that lets a thread go on which ran into an int3 of ours.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tracetoll::patch {

constexpr std::size_t kNopSize = 5;

// In front of the handler that the program has, which gets every trap that is not ours; without
// one, such a trap ends the program as it would have. Installed again when the program has put its
// own in our place since.
void install_trap_handler();

}  // namespace tracetoll::patch
