// One file ready to be inspected: its functions, its sites by function, and what studying one
// function finds. Functions that nobody asks for are not decoded.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "disassembly.hpp"
#include "function_table.hpp"
#include "guard_flow.hpp"
#include "inspection.hpp"
#include "source_lines.hpp"
#include "twin_function.hpp"

namespace tracetoll {

class InspectedFile {
 public:
  // Keeps a reference to the file.
  explicit InspectedFile(const ElfFile& file);

  const ElfFile& file() const { return file_; }
  const FunctionTable& functions() const { return functions_; }

  // Sections of code that compilers hold for unlikely.
  const std::vector<CodeRange>& cold() const { return cold_; }

  // Those that hold sites, by address. Where `wanted` is not empty: those of that name (see
  // function_name.hpp; an alias will do), with or without sites, and what the compiler split off
  // or copied from them. Throws InputError if there is none.
  std::vector<const Function*> select(const std::string& wanted) const;

  // Everything about one function. Its sites are in order of address.
  struct Study {
    std::vector<InspectedSite> sites;
    InspectedFunction function;
    bool decoded = false;  // else `function` has no figures: it is too long
    std::vector<std::string> notes;
    SiteCode code;
  };
  Study study(const Function& function);

  // Sites in no known function: what their records say.
  std::vector<InspectedSite> stray_sites() const;

 private:
  struct Members {
    std::vector<Site> own;
    std::vector<FoundSite> foreign;
  };

  std::vector<Instruction> own_code(const FoundSite& site) const;
  void add_own(const Members& members, std::span<const Instruction> code, Study& study) const;
  void add_foreign(const Members& members, const Function& function,
                   std::span<const Instruction> code, Study& study) const;
  void add_foreign(const FoundSite& site, const GuardFlow* flow, const Exit* guard,
                   Study& study) const;
  void add_operands(const Function& function, std::span<const Instruction> code,
                    Study& study) const;
  void place(const Function& function, InspectedSite& site);
  std::string source_of(std::uint64_t address);

  const ElfFile& file_;
  FunctionTable functions_;
  Disassembler disassembler_;
  std::map<const Function*, Members> members_;  // nullptr: in no known function
  std::vector<CodeRange> cold_;
  std::optional<SourceLines> lines_;
};

}  // namespace tracetoll
