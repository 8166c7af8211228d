#include "scope.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "location.hpp"

namespace tracetoll::patch {

namespace {

constexpr std::size_t kMostUnits = 200'000;

bool is_variable(int tag) {
  return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter || tag == DW_TAG_constant;
}

bool is_type(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type || tag == DW_TAG_base_type;
}

// What the entry says of itself or of its enumerators.
std::optional<Meaning> meaning_of(Dwarf_Die& entry, const std::string& name, Budget& budget) {
  const int tag = dwarf_tag(&entry);
  const char* own = name_of(entry);
  if (own != nullptr && name == own) {
    if (is_variable(tag)) return Meaning{UnitIndex::Kind::variable, entry, false, true};
    if (is_type(tag)) return Meaning{UnitIndex::Kind::type, entry, false, true};
  }
  std::optional<Meaning> found;
  if (tag == DW_TAG_enumeration_type && !has_flag(entry, DW_AT_enum_class)) {
    any_child(entry, budget, [&](Dwarf_Die& enumerator) {
      const char* one = name_of(enumerator);
      if (one == nullptr || name != one) return false;
      found = Meaning{UnitIndex::Kind::enumerator, enumerator, false, true};
      return true;
    });
  }
  return found;
}

// The blocks that have the address in them, from the outside in.
void collect_blocks(Dwarf_Die& parent, std::uint64_t address, int depth, Budget& budget,
                    std::vector<Dwarf_Die>& blocks) {
  if (depth > kDeepest) return;
  any_child(parent, budget, [&](Dwarf_Die& entry) {
    const int tag = dwarf_tag(&entry);
    if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine &&
        tag != DW_TAG_try_block && tag != DW_TAG_catch_block) {
      return false;
    }
    if (!contains(entry, address)) return false;
    blocks.push_back(entry);
    collect_blocks(entry, address, depth + 1, budget, blocks);
    return true;
  });
}

// In a tree without code: which of its blocks has the address is not known.
std::optional<Meaning> find_anywhere(Dwarf_Die& parent, const std::string& name, int depth,
                                     Budget& budget) {
  std::optional<Meaning> found;
  if (depth > kDeepest) return found;
  any_child(parent, budget, [&](Dwarf_Die& entry) {
    found = meaning_of(entry, name, budget);
    if (!found && dwarf_tag(&entry) == DW_TAG_lexical_block)
      found = find_anywhere(entry, name, depth + 1, budget);
    return found.has_value();
  });
  return found;
}

bool is_declaration(Dwarf_Die& entry) {
  Dwarf_Attribute attribute;
  bool declaration = false;
  return dwarf_attr(&entry, DW_AT_declaration, &attribute) != nullptr &&
         dwarf_formflag(&attribute, &declaration) == 0 && declaration;
}

std::size_t common(const UnitIndex::Path& a, const UnitIndex::Path& b) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) i++;
  return i;
}

}  // namespace

Units::Units(Dwarf* dwarf) : dwarf_(dwarf) {
  Dwarf_CU* unit = nullptr;
  std::uint8_t kind = 0;
  Dwarf_Die entry;
  // Without the last argument: libdw would look for other files.
  for (std::size_t i = 0; i < kMostUnits; i++) {
    if (dwarf_get_units(dwarf, unit, &unit, nullptr, &kind, &entry, nullptr) != 0) break;
    if (entry.addr == nullptr || kind != DW_UT_compile) continue;
    entries_.push_back(dwarf_dieoffset(&entry));
    Dwarf_Addr base = 0, begin = 0, end = 0;
    std::ptrdiff_t at = 0;
    while (budget_.spend() && (at = dwarf_ranges(&entry, at, &base, &begin, &end)) > 0)
      ranges_.push_back({begin, end, entries_.back()});
  }
  std::ranges::sort(ranges_, {}, &Unit::begin);
}

const UnitIndex* Units::at(std::uint64_t address) {
  const auto next = std::ranges::upper_bound(ranges_, address, {}, &Unit::begin);
  if (next == ranges_.begin() || std::prev(next)->end <= address) return nullptr;
  return &index(std::prev(next)->entry);
}

const UnitIndex& Units::index(Dwarf_Off unit) {
  std::unique_ptr<UnitIndex>& index = indices_[unit];
  Dwarf_Die entry{};
  if (!index) {
    dwarf_offdie(dwarf_, unit, &entry);
    index = std::make_unique<UnitIndex>(dwarf_, entry, budget_);
  }
  return *index;
}

std::unique_ptr<Scope> Scope::at(Dwarf* dwarf, Units& units, std::uint64_t address) {
  const UnitIndex* unit = units.at(address);
  if (unit == nullptr) return nullptr;
  const auto function = unit->function_at(address);
  if (!function) return nullptr;
  return std::unique_ptr<Scope>(new Scope(dwarf, units, *unit, *function, address));
}

Scope::Scope(Dwarf* dwarf, Units& units, const UnitIndex& unit, Dwarf_Die function,
             std::uint64_t address)
    : dwarf_(dwarf), units_(units), unit_(unit), function_(function) {
  std::vector<Dwarf_Die> blocks{function};
  collect_blocks(function, address, 0, units.budget(), blocks);
  // What is inlined does not see the names of the function that it is inlined in.
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    blocks_.push_back(*block);
    if (dwarf_tag(&*block) == DW_TAG_inlined_subroutine) break;
  }
  path_ = unit.path_of(blocks_.back());
}

std::optional<Meaning> Scope::find(const std::vector<std::string>& name) {
  if (name.empty()) return {};
  std::optional<Meaning> found;
  if (name.size() == 1) {
    found = find_local(name[0]);
    if (!found) found = find_in_origin(name[0]);
  }
  if (!found) found = find_outside(name, unit_);
  if (found && found->kind == UnitIndex::Kind::variable && is_declaration(found->entry)) {
    if (auto defined = definition(name.back(), *found)) return defined;
  }
  return found;
}

std::optional<Meaning> Scope::find_local(const std::string& name) {
  std::optional<Meaning> found;
  for (Dwarf_Die& block : blocks_) {
    any_child(block, budget(), [&](Dwarf_Die& entry) {
      found = meaning_of(entry, name, budget());
      return found.has_value();
    });
    if (found) break;
  }
  return found;
}

// clang leaves out what is optimised out of the code's own entries; statics and constants are not
// in them either.
std::optional<Meaning> Scope::find_in_origin(const std::string& name) {
  auto origin = own_entry_at(blocks_.back(), DW_AT_abstract_origin);
  if (!origin) return {};
  auto found = find_anywhere(*origin, name, 0, budget());
  if (found && found->kind == UnitIndex::Kind::variable) {
    Dwarf_Attribute attribute;
    found->optimised_out = !attribute_of(found->entry, DW_AT_location, attribute) &&
                           !attribute_of(found->entry, DW_AT_const_value, attribute) &&
                           !is_declaration(found->entry);
  }
  return found;
}

std::optional<Meaning> Scope::find_outside(const std::vector<std::string>& name,
                                           const UnitIndex& unit) {
  const std::size_t qualifiers = name.size() - 1;
  std::optional<UnitIndex::Named> best;
  std::size_t best_rank = 0;
  bool ambiguous = false;
  for (const UnitIndex::Named& one : unit.named(name.back())) {
    if (one.path.size() < qualifiers ||
        !std::equal(name.begin(), name.end() - 1,
                    one.path.end() - static_cast<std::ptrdiff_t>(qualifiers))) {
      continue;
    }
    const std::size_t outer = one.path.size() - qualifiers;
    const bool enclosing = common(one.path, path_) >= outer;
    Dwarf_Die entry;
    if (dwarf_offdie(dwarf_, one.entry, &entry) == nullptr) continue;
    // The innermost scope first, of one scope the definition; what a using-directive brings last.
    const std::size_t rank = (enclosing ? 4 * outer + 4 : 2) + (is_declaration(entry) ? 0 : 1);
    if (rank > best_rank) {
      best = one;
      best_rank = rank;
      ambiguous = false;
    } else if (rank == best_rank && one.path != best->path) {
      ambiguous = true;
    }
  }
  Meaning found;
  if (!best || ambiguous || dwarf_offdie(dwarf_, best->entry, &found.entry) == nullptr) return {};
  found.kind = best->kind;
  return found;
}

std::optional<Meaning> Scope::definition(const std::string& name, const Meaning& declared) {
  // A declaration in a function names what lies outside.
  Dwarf_Die entry = declared.entry;
  const UnitIndex::Path path = unit_.path_of(entry);
  for (const Dwarf_Off unit : units_.all()) {
    for (const UnitIndex::Named& one : units_.index(unit).named(name)) {
      Meaning found;
      found.kind = one.kind;
      if (one.kind != declared.kind || one.path != path) continue;
      if (dwarf_offdie(dwarf_, one.entry, &found.entry) == nullptr) continue;
      if (!is_declaration(found.entry)) return found;
    }
  }
  return {};
}

Type Scope::complete(const Type& type) {
  if (type.kind != Type::Kind::aggregate || !type.target) return type;
  Dwarf_Die entry = *type.target;
  const char* name = name_of(entry);
  if (name == nullptr || !is_declaration(entry)) return type;
  const auto found = definition(name, {UnitIndex::Kind::type, entry, false, false});
  return found ? type_of(found->entry) : type;
}

}  // namespace tracetoll::patch
