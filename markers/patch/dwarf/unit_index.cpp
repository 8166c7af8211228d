#include "unit_index.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>

namespace tracetoll::dwarf {

namespace {

// Of functions in one unit; the code of one function rarely has more than two.
constexpr std::size_t kMostRanges = 1 << 20;

bool is_class(int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

// A name that need not be written to reach what it holds.
bool is_transparent(Dwarf_Die& entry) {
  const int tag = dwarf_tag(&entry);
  if (name_of(entry) == nullptr) return true;
  if (tag == DW_TAG_enumeration_type) return !has_flag(entry, DW_AT_enum_class);
  return has_flag(entry, DW_AT_export_symbols);
}

}  // namespace

UnitIndex::UnitIndex(Dwarf* dwarf, Dwarf_Die unit, Budget& budget) : dwarf_(dwarf) {
  collect(unit, {}, 0, budget);
  std::ranges::sort(functions_, {}, &Range::begin);
  // A definition is where it was declared.
  for (auto& [name, named] : named_) {
    Dwarf_Die entry;
    if (dwarf_offdie(dwarf_, named.entry, &entry) != nullptr) named.path = path_of(entry);
  }
}

void UnitIndex::collect(Dwarf_Die& parent, const Path& path, int depth, Budget& budget) {
  if (depth > kDeepest) return;
  any_child(parent, budget, [&](Dwarf_Die& entry) {
    const int tag = dwarf_tag(&entry);
    const auto inside = [&] {
      Path inner = path;
      if (!is_transparent(entry)) inner.emplace_back(name_of(entry));
      collect(entry, inner, depth + 1, budget);
    };
    if (tag == DW_TAG_subprogram) {
      add(entry, Kind::function, path);
      add_function(entry);
      collect_nested(entry, path, depth + 1, budget);
    } else if (tag == DW_TAG_variable ||
               (tag == DW_TAG_member && has_flag(entry, DW_AT_external))) {
      add(entry, Kind::variable, path);
    } else if (tag == DW_TAG_enumerator) {
      add(entry, Kind::enumerator, path);
    } else if (tag == DW_TAG_base_type || tag == DW_TAG_typedef) {
      add(entry, Kind::type, path);
    } else if (is_class(tag) || tag == DW_TAG_enumeration_type) {
      add(entry, Kind::type, path);
      inside();
    } else if (tag == DW_TAG_namespace) {
      inside();
    }
    return false;
  });
}

// The functions of classes in a function, of lambdas among them: names that nobody outside knows.
void UnitIndex::collect_nested(Dwarf_Die& parent, const Path& path, int depth, Budget& budget) {
  if (depth > kDeepest) return;
  any_child(parent, budget, [&](Dwarf_Die& entry) {
    const int tag = dwarf_tag(&entry);
    if (tag == DW_TAG_subprogram) {
      paths_.emplace(dwarf_dieoffset(&entry), path);
      add_function(entry);
    }
    if (tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || is_class(tag))
      collect_nested(entry, path, depth + 1, budget);
    return false;
  });
}

void UnitIndex::add(Dwarf_Die& entry, Kind kind, const Path& path) {
  const Dwarf_Off offset = dwarf_dieoffset(&entry);
  paths_.emplace(offset, path);
  if (const char* name = name_of(entry)) named_.emplace(name, Named{kind, offset, path});
}

void UnitIndex::add_function(Dwarf_Die& entry) {
  Dwarf_Addr base = 0, begin = 0, end = 0;
  std::ptrdiff_t at = 0;
  while (functions_.size() < kMostRanges &&
         (at = dwarf_ranges(&entry, at, &base, &begin, &end)) > 0) {
    if (begin < end) functions_.push_back({begin, end, dwarf_dieoffset(&entry)});
  }
}

std::optional<Dwarf_Die> UnitIndex::function_at(std::uint64_t address) const {
  auto next = std::ranges::upper_bound(functions_, address, {}, &Range::begin);
  if (next == functions_.begin() || std::prev(next)->end <= address) return {};
  Dwarf_Die entry;
  if (dwarf_offdie(dwarf_, std::prev(next)->function, &entry) == nullptr) return {};
  return entry;
}

std::vector<UnitIndex::Named> UnitIndex::named(const std::string& name) const {
  std::vector<Named> result;
  const auto [begin, end] = named_.equal_range(name);
  for (auto at = begin; at != end; ++at) result.push_back(at->second);
  return result;
}

UnitIndex::Path UnitIndex::path_of(Dwarf_Die entry) const {
  constexpr int kMostSteps = 8;  // to the abstract instance, to the declaration in its class
  for (int step = 0; step < kMostSteps; step++) {
    auto next = own_entry_at(entry, DW_AT_abstract_origin);
    if (!next) next = own_entry_at(entry, DW_AT_specification);
    if (!next) break;
    entry = *next;
  }
  const auto found = paths_.find(dwarf_dieoffset(&entry));
  return found == paths_.end() ? Path{} : found->second;
}

}  // namespace tracetoll::dwarf
