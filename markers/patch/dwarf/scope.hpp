// What names mean at one address: the debug information of a file, asked as a compiler asks.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "entry.hpp"
#include "type.hpp"
#include "unit_index.hpp"

namespace tracetoll::patch {

// All units of a file; what was read of one is kept.
class Units {
 public:
  explicit Units(Dwarf* dwarf);

  struct Unit {
    std::uint64_t begin, end;
    Dwarf_Off entry;
  };
  // The index of the unit that has code there; nullptr for none.
  const UnitIndex* at(std::uint64_t address);
  const std::vector<Dwarf_Off>& all() const { return entries_; }
  const UnitIndex& index(Dwarf_Off unit);
  Budget& budget() { return budget_; }

 private:
  Dwarf* dwarf_;
  std::vector<Unit> ranges_;  // by begin
  std::vector<Dwarf_Off> entries_;
  std::map<Dwarf_Off, std::unique_ptr<UnitIndex>> indices_;
  // 20 million entries are the debug information of a program of 1 GB.
  Budget budget_{20'000'000};
};

// A variable, constant or type that a name stands for.
struct Meaning {
  UnitIndex::Kind kind = UnitIndex::Kind::variable;
  Dwarf_Die entry{};
  bool optimised_out = false;  // the source has it, the code's own entries do not
  bool local = false;          // in a function
};

class Scope {
 public:
  // nullptr: no function is known there.
  static std::unique_ptr<Scope> at(Dwarf* dwarf, Units& units, std::uint64_t address);

  // `name` with what stands before it: {"Mode", "fast"} of Mode::fast.
  std::optional<Meaning> find(const std::vector<std::string>& name);
  // The entry that has the code, not one that is inlined there.
  const Dwarf_Die& function() const { return function_; }
  // The type's definition, where this is a mere declaration of it; itself if there is none.
  Type complete(const Type& type);
  Budget& budget() { return units_.budget(); }

 private:
  Scope(Dwarf* dwarf, Units& units, const UnitIndex& unit, Dwarf_Die function,
        std::uint64_t address);
  std::optional<Meaning> find_local(const std::string& name);
  std::optional<Meaning> find_in_origin(const std::string& name);
  std::optional<Meaning> find_outside(const std::vector<std::string>& name, const UnitIndex& unit);
  std::optional<Meaning> definition(const std::string& name, const Meaning& declared);

  Dwarf* dwarf_;
  Units& units_;
  const UnitIndex& unit_;
  Dwarf_Die function_;
  std::vector<Dwarf_Die> blocks_;  // from the inside to the function, or to what is inlined there
  UnitIndex::Path path_;           // of that
};

}  // namespace tracetoll::patch
