// The sites of other tools and of the kernel in one file.
#pragma once

#include <vector>

#include "found_site.hpp"

namespace tracetoll {

// The six foreign kinds, by kind in the order of SiteKind, then by address. Our own are
// read_sites() of site.hpp. Throws InputError where a record cannot be a site.
std::vector<FoundSite> find_sites(const ElfFile& file);

}  // namespace tracetoll
