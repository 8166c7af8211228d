// This process's own text, written through /proc/self/mem.
//
// The kernel then writes into pages that the program itself cannot (FOLL_FORCE, as a debugger
// does): no page is ever writable and executable together, nor writable at all, and other threads
// go on executing it. A page is copied on the first write, as with a debugger's breakpoints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "unique_fd.hpp"

namespace tracetoll::patch {

// `bytes` for `address`.
struct TextBytes {
  std::uintptr_t address = 0;
  std::span<const std::uint8_t> bytes;
};

// Neighbours that one write changes: a run is the indices [first, last) of a list in ascending
// order of addresses. A write costs about 1.6 us whatever its length (6.18, a VM), so 10,000 of
// them would take three times 16 ms.
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
};
std::vector<Run> neighbours(std::span<const TextBytes> list);

class TextMemory {
 public:
  // Opened for each use: after fork() an older descriptor would still be the parent's memory.
  TextMemory();

  // Bytes between neighbours are rewritten with what they are. What is in memory already is not
  // written. Throws PatchError at the first failure, which leaves the rest as it is.
  void write(std::span<const TextBytes> list) const;

  // The same for one, and nothing but its bytes.
  void write_one(const TextBytes& text) const;

 private:
  UniqueFd memory_;
};

}  // namespace tracetoll::patch
