// Which functions the compiler inlined at an address, from the debug data of one unit.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "code_range.hpp"
#include "range_reader.hpp"

namespace tracetoll {

class InlinedCalls {
 public:
  explicit InlinedCalls(RangeReader& ranges) : ranges_(ranges) {}

  // Innermost first; empty where nothing is inlined or the data does not say. `unit` is the
  // offset of the unit's first entry.
  std::vector<std::string> at(Dwarf* dwarf, Dwarf_Off unit, std::uint64_t address);

 private:
  struct Scope {
    CodeRange code;
    Dwarf_Off entry;
    int depth;
  };
  using Scopes = std::vector<Scope>;

  const Scopes& functions_of(Dwarf* dwarf, Dwarf_Off unit);
  const Scopes& inlined_in(Dwarf* dwarf, Dwarf_Off function);
  void collect_functions(Dwarf_Die* parent, int depth, Scopes& found);
  void collect_inlined(Dwarf_Die* parent, int depth, Scopes& found);
  // Moves to the next entry beside it; false at the end, or once the budget is spent.
  bool next_sibling(Dwarf_Die* die);
  void add(Dwarf_Die* die, int depth, Scopes& found);

  std::map<Dwarf_Off, Scopes> functions_;  // of each unit, by address
  Dwarf_Off last_function_ = 0;
  Scopes last_inlined_;
  RangeReader& ranges_;
  // Entries are found by reading over those before them; in a file made to cost time, again and
  // again: bytes to read until there are no more answers.
  std::int64_t bytes_left_ = std::int64_t{1} << 30;
};

}  // namespace tracetoll
