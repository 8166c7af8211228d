#include "sites_of_function.hpp"

namespace tracetoll {

void add_site_code(const Site& site, SiteCode& code) {
  code.sites++;
  code.unread += site.problem.empty() ? 0 : 1;
  code.guarded.insert(site.body_instructions.begin(), site.body_instructions.end());
  code.of_sites.insert(site.hot_instructions.begin(), site.hot_instructions.end());
  code.emitted.push_back({site.code, site.code_end});
  const bool key = site.body && site.hot.conditional_branches == 0;
  if (key) code.hidden.push_back({site.hot_begin, site.body_begin});
}

SiteCode own_site_code(const Function& function, std::span<const Site> sites) {
  SiteCode result;
  for (const Site& site : sites) {
    if (function.contains(site.code)) add_site_code(site, result);
  }
  return result;
}

}  // namespace tracetoll
