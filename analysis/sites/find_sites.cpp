#include "find_sites.hpp"

#include <algorithm>
#include <iterator>

namespace tracetoll {

std::vector<FoundSite> find_sites(const ElfFile& file) {
  std::vector<FoundSite> result;
  for (const auto read : {read_sdt_notes, read_xray_map, read_patchable_entries, read_mcount_table,
                          read_jump_table, read_lttng_tracepoints}) {
    auto sites = read(file);
    std::ranges::stable_sort(sites, {}, &FoundSite::address);
    std::ranges::move(sites, std::back_inserter(result));
  }
  return result;
}

}  // namespace tracetoll
