// Entries of the debug information, with care: what is read may have been made to lead in circles,
// or deep.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tracetoll::patch {

// How many entries one search may look at. Searches of one function need some thousand.
class Budget {
 public:
  explicit Budget(std::int64_t entries) : left_(entries) {}
  bool spend() { return left_-- > 0; }

 private:
  std::int64_t left_;
};

// Nesting of entries in any program is far less.
inline constexpr int kDeepest = 256;

// Calls visit(entry) for each child until it returns true; false if none did, or the budget is
// spent.
template <typename Visit>
bool any_child(Dwarf_Die& parent, Budget& budget, Visit visit) {
  Dwarf_Die entry;
  if (dwarf_child(&parent, &entry) != 0) return false;
  while (budget.spend()) {
    if (visit(entry)) return true;
    Dwarf_Die next;
    if (dwarf_siblingof(&entry, &next) != 0) return false;
    entry = next;
  }
  return false;
}

// The entry's own name, or the one where it was declared; nullptr for none.
const char* name_of(Dwarf_Die& entry);

// An attribute of the entry or of where it was declared (specification, abstract origin).
bool attribute_of(Dwarf_Die& entry, unsigned name, Dwarf_Attribute& result);
// The entry that an attribute leads to.
std::optional<Dwarf_Die> entry_at(Dwarf_Die& entry, unsigned attribute);
// That of an attribute of the entry itself.
std::optional<Dwarf_Die> own_entry_at(Dwarf_Die& entry, unsigned attribute);
std::optional<std::uint64_t> number_at(Dwarf_Die& entry, unsigned attribute);
bool has_flag(Dwarf_Die& entry, unsigned attribute);

// Does its code include the address?
bool contains(Dwarf_Die& entry, std::uint64_t address);

}  // namespace tracetoll::patch
