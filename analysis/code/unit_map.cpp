#include "unit_map.hpp"

#include <algorithm>

namespace tracetoll {

namespace {

// A range takes a line of some bytes in the file; that many are in a program of 1 GB.
constexpr std::size_t kMostRanges = 4'000'000;

}  // namespace

std::vector<CodeRange> ranges_of(Dwarf_Die* die, std::size_t most) {
  std::vector<CodeRange> result;
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  ptrdiff_t next = 0;
  while (result.size() < most && (next = dwarf_ranges(die, next, &base, &begin, &end)) > 0) {
    // What the linker threw away is left at 0.
    if (begin != 0 && begin < end) result.push_back({begin, end});
  }
  return result;
}

UnitMap::UnitMap(Dwarf* dwarf) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  // Without the last argument, or libdw would look for .dwo files.
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    if (die.addr == nullptr) continue;
    for (const CodeRange& code : ranges_of(&die, kMostRanges - ranges_.size())) {
      ranges_.push_back({code, dwarf_dieoffset(&die)});
    }
  }
  std::ranges::sort(ranges_, {}, [](const Range& range) { return range.code.begin; });
}

std::optional<Dwarf_Off> UnitMap::unit_at(std::uint64_t address) const {
  const auto next = std::ranges::upper_bound(ranges_, address, {},
                                             [](const Range& range) { return range.code.begin; });
  if (next == ranges_.begin() || !std::prev(next)->code.contains(address)) return {};
  return std::prev(next)->unit;
}

}  // namespace tracetoll
