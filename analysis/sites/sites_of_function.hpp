// Which instructions of one function belong to its sites, and which only its sites lead to.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "function_table.hpp"
#include "site.hpp"

namespace tracetoll {

// What is known of the sites of the function: from Site::body_instructions and hot_instructions of
// our own, from guards (GuardFlow) and addresses of others.
struct SiteCode {
  std::set<std::uint64_t> guarded;       // only their guards lead there
  std::set<std::uint64_t> of_sites;      // what runs at dormant sites: guards, NOPs, calls
  std::set<std::uint64_t> for_operands;  // what is there for their operands alone
  std::vector<CodeRange> emitted;        // where NOPs are never padding
  std::vector<HiddenJump> hidden;        // of jump labels and static keys
  int sites = 0;
  int unread = 0;  // of them, those whose code is in none of the sets
};

// Adds one of our own sites.
void add_site_code(const Site& site, SiteCode& code);
// Of our own sites. Those that lie in other functions are passed over.
SiteCode own_site_code(const Function& function, std::span<const Site> sites);

}  // namespace tracetoll
