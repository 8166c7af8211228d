// What `tracetoll inspect --arguments` finds: where a probe would find the arguments of each site
// that is switched on by patching a jump to a stub (patch_call, patch_dwarf), and which it would
// not.
//
// It asks what attaching asks (markers/patch/dwarf), of a file that is not loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

struct SiteArgument {
  enum class By { operand, debug_data, nothing };

  std::string source;  // "lock_class->usage_mask"
  By by = By::nothing;
  std::string place;  // "%rbx" of an operand; "rbx", "8(rsp)", "constant 3" of the debug data
  std::string kind;   // of the place: "register", "memory", "address", "constant", "vector"
  int bytes = 0;
  bool is_signed = false;
  bool floating = false;
  std::string why;     // where there is none, in a word or two: "optimised out"
  std::string reason;  // and in a sentence

  bool found() const { return by != By::nothing; }
};

struct ArgumentSite {
  std::string variant;
  std::string name;
  std::uint64_t address = 0;
  std::string function;  // demangled
  std::string file;      // of its source; empty without a line table
  int line = 0;
  std::vector<std::string> inlined;  // functions inlined there, innermost first
  std::vector<SiteArgument> arguments;
  std::string note;  // what is wrong with its record
};

struct ArgumentCoverage {
  std::string variant;  // empty: of all
  int sites = 0;
  int complete = 0;  // sites that lose no argument
  int arguments = 0;
  int found = 0;
  int operands = 0;  // of those that are found
};

// A site of the source, and how to write it so that no copy of it in the machine code loses an
// argument.
struct KeepSuggestion {
  std::string where;  // "host/validator.cpp:152"; empty without a line table
  std::string text;   // MARK(chain_lookup, keep(chain_key), depth)
  int copies = 0;
  int losing = 0;                 // copies that lose one
  std::vector<std::string> lost;  // "chain_key: optimised out in 2 of 3"
};

struct SiteArguments {
  std::string file;
  std::string debug;                // the separate file that the debug data comes from; empty: none
  std::vector<ArgumentSite> sites;  // by address
  std::vector<ArgumentCoverage> coverage;  // each variant in the order of first sites, then all
  std::vector<KeepSuggestion> suggestions;
  std::vector<std::string> notes;
};

// `function`: only the sites in it, a name as inspect takes it; empty: all. Throws InputError where
// the file is none that can be read, or no site is in such a function.
SiteArguments site_arguments(const ElfFile& file, const std::string& function);

std::vector<ArgumentCoverage> coverage_of(const std::vector<ArgumentSite>& sites);
std::vector<KeepSuggestion> keep_suggestions(const std::vector<ArgumentSite>& sites);

const char* name_of(SiteArgument::By by);  // as in JSON: "operand", "debug data", "nothing"

}  // namespace tracetoll
