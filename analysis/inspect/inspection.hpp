// What `tracetoll inspect` finds in a file: its sites, and the functions that hold them.
//
// Nothing is measured and nothing is run. Only functions that hold sites, or that are asked for by
// name, are decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.hpp"
#include "found_site.hpp"
#include "function_shape.hpp"
#include "operand_cost.hpp"
#include "patching.hpp"
#include "site.hpp"

namespace tracetoll {

// What runs at a site while it is dormant, beside what its arguments cost.
struct DormantCode {
  std::string mnemonics;  // "nop", "mov test jne", "nop x 5"
  int bytes = 0;
  int instructions = 0;
  int loads = 0;
  int conditional_branches = 0;
  int calls = 0;
};

struct InspectedSite {
  FoundSite found;
  std::string function;  // demangled; empty: no function is known there
  // From the start of the function, or of the cold part that it lies in; negative before the entry.
  std::int64_t offset = 0;
  bool in_cold_part = false;
  std::string source;                // "file.c:12"; empty without DWARF
  std::vector<std::string> inlined;  // functions inlined there, innermost first
  std::optional<DormantCode> code;   // empty: the address is not in code of the file
  std::optional<int> body_bytes;     // what its guard guards, where it has one
  int alignment = 1;                 // the largest power of two that divides its address, up to 64
  bool straddles_line = false;       // its bytes lie in two cache lines
  Patching patching;
  // What is there for its operands and for no other site's. Empty: its record names none, or its
  // code is not known.
  std::optional<OperandCost> operands;

  // Instructions that run while it is dormant: by this sites are sorted.
  int cost() const;
};

struct InspectedFunction {
  std::string name;
  std::string parent;  // what it was split off ("f" of "f.part.0"); empty: nothing
  std::string source;  // of its first line
  std::uint64_t address = 0;
  int sites = 0;
  int cost = 0;  // of all its sites
  FunctionShape shape;
  bool frame_known =
      true;  // not of a part whose function is not known: it was entered with a frame
};

struct Inspection {
  std::string file;
  Machine machine = Machine::x86_64;
  bool relocatable = false;  // addresses are ours: sections one after another
  std::string compiler;      // of .comment; empty: the file does not say
  std::string debug;         // the separate file that symbols and lines come from; empty: none
  std::size_t functions_in_file = 0;
  bool named = false;                        // the functions are those that were asked for
  std::vector<InspectedSite> sites;          // in order of kind and address
  std::vector<InspectedFunction> functions;  // that hold sites or were asked for, by address
  std::vector<std::string> notes;
};

struct InspectOptions {
  std::string function;  // only this one: a name as printed, its end, or a pattern with *; "": all
};

// Throws InputError: the file is none that can be read, or it has no such function.
Inspection inspect(const ElfFile& file, const InspectOptions& options);

}  // namespace tracetoll
