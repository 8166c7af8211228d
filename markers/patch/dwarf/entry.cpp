#include "entry.hpp"

#include <dwarf.h>

namespace tracetoll::patch {

bool attribute_of(Dwarf_Die& entry, unsigned name, Dwarf_Attribute& result) {
  return dwarf_attr_integrate(&entry, name, &result) != nullptr;
}

const char* name_of(Dwarf_Die& entry) {
  Dwarf_Attribute attribute;
  return attribute_of(entry, DW_AT_name, attribute) ? dwarf_formstring(&attribute) : nullptr;
}

std::optional<Dwarf_Die> entry_at(Dwarf_Die& entry, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Die result;
  if (!attribute_of(entry, name, attribute)) return {};
  if (dwarf_formref_die(&attribute, &result) == nullptr) return {};
  return result;
}

std::optional<Dwarf_Die> own_entry_at(Dwarf_Die& entry, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Die result;
  if (dwarf_attr(&entry, name, &attribute) == nullptr) return {};
  if (dwarf_formref_die(&attribute, &result) == nullptr) return {};
  return result;
}

std::optional<std::uint64_t> number_at(Dwarf_Die& entry, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (!attribute_of(entry, name, attribute)) return {};
  if (dwarf_formudata(&attribute, &value) != 0) return {};
  return value;
}

bool has_flag(Dwarf_Die& entry, unsigned name) {
  Dwarf_Attribute attribute;
  bool value = false;
  return attribute_of(entry, name, attribute) && dwarf_formflag(&attribute, &value) == 0 && value;
}

bool contains(Dwarf_Die& entry, std::uint64_t address) {
  return dwarf_haspc(&entry, address) == 1;
}

}  // namespace tracetoll::patch
