// What one compilation unit declares outside functions, by name, and its functions by address.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "entry.hpp"

namespace tracetoll::patch {

class UnitIndex {
 public:
  UnitIndex(Dwarf* dwarf, Dwarf_Die unit, Budget& budget);

  enum class Kind { variable, enumerator, type, function };
  // Names from the outside in, those of classes too; without those that need not be written (inline
  // and unnamed namespaces, enumerations that are no classes).
  using Path = std::vector<std::string>;
  struct Named {
    Kind kind;
    Dwarf_Off entry;
    Path path;  // of what it is declared in
  };

  // The function that has code there, not one that is inlined.
  std::optional<Dwarf_Die> function_at(std::uint64_t address) const;
  std::vector<Named> named(const std::string& name) const;
  // What the entry was declared in; of functions, variables and types outside functions.
  Path path_of(Dwarf_Die entry) const;

 private:
  void collect(Dwarf_Die& parent, const Path& path, int depth, Budget& budget);
  void add(Dwarf_Die& entry, Kind kind, const Path& path);
  void add_function(Dwarf_Die& entry);

  struct Range {
    std::uint64_t begin, end;
    Dwarf_Off function;
  };
  Dwarf* dwarf_;
  std::vector<Range> functions_;  // by begin
  std::multimap<std::string, Named, std::less<>> named_;
  std::map<Dwarf_Off, Path> paths_;
};

}  // namespace tracetoll::patch
