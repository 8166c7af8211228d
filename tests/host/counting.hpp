// The hits that the counting variant saw.
#pragma once

#include <map>
#include <string>

namespace tracetoll::host::test {

struct SiteHits {
  int arguments = 0;
  int hits = 0;
};

std::map<std::string, SiteHits>& site_hits();

}  // namespace tracetoll::host::test
