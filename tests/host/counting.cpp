#include "host/counting.hpp"

namespace tracetoll::host::test {

std::map<std::string, SiteHits>& site_hits() {
  static std::map<std::string, SiteHits> hits;
  return hits;
}

}  // namespace tracetoll::host::test

extern "C" void tt_count_hit(const char* name, int arguments, ...) {
  auto& site = tracetoll::host::test::site_hits()[name];
  site.arguments = arguments;
  ++site.hits;
}
