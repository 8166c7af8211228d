// One function of a file made ready to be compared with its twin.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "elf_file.hpp"
#include "function_table.hpp"
#include "sites_of_function.hpp"
#include "twin.hpp"

namespace tracetoll {

// What lies at an address: "f", "malloc@plt", "table+0x10"; empty if no symbol says. Refers to the
// file and its table; made once a file.
class AddressNames {
 public:
  AddressNames(const ElfFile& file, const FunctionTable& functions);
  std::string at(std::uint64_t address) const;
  std::string callee(std::uint64_t address) const;  // only where something starts
  // What a slot of the global offset table leads to: "malloc@got"; empty for any other address.
  std::string through_slot(std::uint64_t slot) const;

 private:
  const ElfFile& file_;
  const FunctionTable& functions_;
  std::vector<const Symbol*> data_;  // by address
};

// Decodes the function. `cold` as for function_shape(). Throws InputError where the file has no
// bytes for it.
TwinFunction twin_function(const ElfFile& file, const FunctionTable& functions,
                           const AddressNames& names, const Function& function, SiteCode sites,
                           std::span<const CodeRange> cold = {});

}  // namespace tracetoll
