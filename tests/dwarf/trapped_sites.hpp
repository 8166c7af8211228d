// What the arguments of patch_dwarf sites come to when the sites are hit: each NOP becomes a
// breakpoint, and where the debug information says that an argument is, is read there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "marker.h"

namespace tracetoll::testing {

struct TrappedSite {
  std::string name;
  std::string problem;                            // what PatchError said; then there are no values
  std::vector<std::string> sources;               // of the arguments without an operand
  std::vector<std::vector<std::int64_t>> values;  // a hit: of each of those, extended; a double's
                                                  // and a float's bits
};

// Finds the arguments of the sites [begin, end) of the object in the file at `path`, whose
// addresses are those of the file + `bias`; then calls `run`, with all of them trapped.
std::vector<TrappedSite> trap_sites(const tt_site* begin, const tt_site* end,
                                    const std::string& path, std::uintptr_t bias, void (*run)());

// The values of the first hit of the site, by source; fails the test where there is none.
std::map<std::string, std::int64_t> values_of(const std::vector<TrappedSite>& sites,
                                              const std::string& name);

}  // namespace tracetoll::testing
