#include "source_lines.hpp"

#include <dwarf.h>

#include <cstring>
#include <map>

#include "dwarf_data.hpp"
#include "inlined_calls.hpp"
#include "line_cost.hpp"
#include "range_reader.hpp"
#include "unit_map.hpp"

namespace tracetoll {

namespace {

// libdw needs 130 bytes for a byte of a line program that was made for it, and a twentieth of that
// for a compiler's. The largest seen are of 0.5 MB.
constexpr std::uint64_t kLargestProgram = 3 << 20;
constexpr std::uint64_t kMostPathBytes = 128 << 20;
constexpr std::uint64_t kDecodedAtOnce = 4 << 20;
constexpr std::uint64_t kDecodedInAll = 512 << 20;

}  // namespace

struct SourceLines::State {
  explicit State(const ElfFile& file) : data(file), ranges(data), inlined(ranges) {}

  DwarfData data;
  RangeReader ranges;
  std::optional<UnitMap> units;  // made when first asked for
  InlinedCalls inlined;
  std::map<Dwarf_Off, bool> decoded;  // units since the last renewal; false: they cost too much
  std::uint64_t decoded_bytes = 0;    // of them
  std::uint64_t decoded_in_all = 0;

  std::optional<Dwarf_Off> unit_at(std::uint64_t address);
  bool decode(Dwarf_Off unit);
};

std::optional<Dwarf_Off> SourceLines::State::unit_at(std::uint64_t address) {
  if (data.get() == nullptr) return {};
  if (!units) units.emplace(data, ranges);
  return units->unit_at(address);
}

// Whether libdw may decode the unit's lines, or has.
bool SourceLines::State::decode(Dwarf_Off unit) {
  if (const auto known = decoded.find(unit); known != decoded.end()) return known->second;
  Dwarf_Die die;
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  std::optional<LineCost> cost;
  if (dwarf_offdie(data.get(), unit, &die) != nullptr &&
      dwarf_attr(&die, DW_AT_stmt_list, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &offset) == 0) {
    const char* folder = text_of(&die, DW_AT_comp_dir);
    const LineSections sections{data.section(".debug_line"), data.section(".debug_str"),
                                data.section(".debug_line_str")};
    cost = line_cost(sections, offset, folder == nullptr ? 0 : std::strlen(folder));
  }
  const bool wanted = cost && cost->program_bytes <= kLargestProgram &&
                      cost->path_bytes <= kMostPathBytes && decoded_in_all <= kDecodedInAll;
  if (wanted) {
    if (decoded_bytes > kDecodedAtOnce) {
      data.renew();
      decoded.clear();
      decoded_bytes = 0;
    }
    const std::uint64_t bytes = cost->program_bytes + cost->path_bytes / 64;
    decoded_bytes += bytes;
    decoded_in_all += bytes;
  }
  decoded[unit] = wanted && data.get() != nullptr;
  return decoded[unit];
}

SourceLines::SourceLines(const ElfFile& file) : state_(std::make_unique<State>(file)) {}
SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&&) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&&) noexcept = default;

const std::string& SourceLines::absent() const {
  return state_->data.absent();
}

std::optional<SourceLine> SourceLines::at(std::uint64_t address) {
  const auto unit = state_->unit_at(address);
  if (!unit || !state_->decode(*unit)) return {};
  Dwarf_Die die;
  if (dwarf_offdie(state_->data.get(), *unit, &die) == nullptr) return {};
  Dwarf_Line* found = dwarf_getsrc_die(&die, address);
  int line = 0;
  if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) return {};
  const char* file = dwarf_linesrc(found, nullptr, nullptr);
  if (file == nullptr) return {};
  return SourceLine{file, line};
}

std::vector<std::string> SourceLines::inlined(std::uint64_t address) {
  const auto unit = state_->unit_at(address);
  if (!unit) return {};
  return state_->inlined.at(state_->data.get(), *unit, address);
}

}  // namespace tracetoll
