// One function of a file made ready to be compared with its twin.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "elf_file.hpp"
#include "function_table.hpp"
#include "twin.hpp"

namespace tracetoll {

// What is known of the sites of the function: from Site::body_instructions and hot_instructions of
// our own, from guards (GuardFlow) and addresses of others.
struct SiteCode {
  std::set<std::uint64_t> guarded;
  std::set<std::uint64_t> of_sites;
  std::vector<CodeRange> emitted;  // where NOPs are never padding
  std::vector<HiddenJump> hidden;  // of jump labels and static keys
  int sites = 0;
  int unread = 0;  // of them, those whose code is in none of the sets
};

// Of our own sites. Those that lie in other functions are passed over.
void add_site_code(const Site& site, SiteCode& code);
SiteCode own_site_code(const Function& function, std::span<const Site> sites);

// What lies at an address: "f", "malloc@plt", "table+0x10"; empty if no symbol says. Refers to the
// file and its table; made once a file.
class AddressNames {
 public:
  AddressNames(const ElfFile& file, const FunctionTable& functions);
  std::string at(std::uint64_t address) const;
  std::string callee(std::uint64_t address) const;  // only where something starts

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
