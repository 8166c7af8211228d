// Where the arguments of a site are, by the debug information of its file: for sites that have no
// operands (patch_dwarf.h).
//
// The debug information says where a variable is for ranges of addresses. What it says of the
// site's first byte holds when the site is hit.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../argument.hpp"
#include "missing.hpp"

namespace tracetoll::patch {

struct FoundArgument {
  std::string source;             // as the record has it: "lock_class->usage_mask"
  std::optional<Argument> place;  // where a stub finds it
  Missing missing;                // why there is no place
};

class DwarfArguments {
 public:
  // `dwarf` is of the file or of its separate debug file, nullptr for none; `code` is the file
  // itself, which has the unwind information; nullptr: it is not known. Both must outlive this.
  // `bias` is what loading added to the file's addresses.
  DwarfArguments(Dwarf* dwarf, Elf* code, std::int64_t bias);
  ~DwarfArguments();
  DwarfArguments(const DwarfArguments&) = delete;
  DwarfArguments& operator=(const DwarfArguments&) = delete;

  // One entry for each of the arguments that `source` names (marker->arguments). `address` is the
  // site's, as the file has it.
  std::vector<FoundArgument> find(std::uint64_t address, const std::string& source);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "rbx", "8(rsp)", "16(8(rsp))", "&8(rsp)", "constant 3".
std::string place_text(const Argument& argument);

}  // namespace tracetoll::patch
