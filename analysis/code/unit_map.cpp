#include "unit_map.hpp"

#include <dwarf.h>

#include <algorithm>

namespace tracetoll {

namespace {

// A program of 1 GB has a third of these.
constexpr std::size_t kMostUnits = 200'000;

struct Unit {
  Dwarf_Die die;
  Dwarf_Off abbreviations;
};

// Those that have code. Type units, which may be many times more, do not count.
std::vector<Unit> units_of(Dwarf* dwarf) {
  std::vector<Unit> result;
  Dwarf_CU* unit = nullptr;
  std::uint8_t kind = 0;
  Dwarf_Die die;
  // Without the last argument, or libdw would look for .dwo files.
  for (std::size_t i = 0; i < kMostUnits; i++) {
    if (dwarf_get_units(dwarf, unit, &unit, nullptr, &kind, &die, nullptr) != 0) break;
    if (die.addr == nullptr || (kind != DW_UT_compile && kind != DW_UT_skeleton)) continue;
    Unit found;
    dwarf_cu_die(unit, &found.die, nullptr, &found.abbreviations, nullptr, nullptr, nullptr,
                 nullptr);
    result.push_back(found);
  }
  return result;
}

// libdw reads a unit's table of abbreviations for each unit anew. Compilers give every unit its own
// table; with one of 10 MB, 100,000 units would take a terabyte of reading.
bool share_endlessly(const std::vector<Unit>& units, std::uint64_t section_bytes) {
  std::vector<Dwarf_Off> tables;
  for (const Unit& unit : units) tables.push_back(unit.abbreviations);
  std::ranges::sort(tables);
  std::uint64_t sum = 0;
  std::uint64_t end = section_bytes;
  std::uint64_t next = section_bytes;
  for (auto table = tables.rbegin(); table != tables.rend(); ++table) {
    if (*table != next) end = next;
    next = *table;
    sum += end > *table ? end - *table : 0;
  }
  return sum > 2 * section_bytes + (std::uint64_t{64} << 20);
}

}  // namespace

UnitMap::UnitMap(const DwarfData& data, RangeReader& ranges) {
  std::vector<Unit> units = units_of(data.get());
  if (share_endlessly(units, data.section(".debug_abbrev").size())) return;
  for (Unit& unit : units) {
    for (const CodeRange& code : ranges.of(&unit.die)) {
      ranges_.push_back({code, dwarf_dieoffset(&unit.die)});
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
