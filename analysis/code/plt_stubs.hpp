// The stubs of a procedure linkage table, as GNU ld, gold and lld write them (.plt, .plt.sec,
// .plt.got): each jumps through one slot of the global offset table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instruction.hpp"

namespace tracetoll {

struct PltStub {
  std::uint64_t address = 0;
  std::uint64_t slot = 0;  // the address that it loads its target from
};

// What does not look like a stub is passed over.
std::vector<PltStub> plt_stubs(Machine machine, std::span<const std::uint8_t> code,
                               std::uint64_t address);

}  // namespace tracetoll
