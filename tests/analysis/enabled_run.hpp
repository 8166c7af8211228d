// A run with sites switched on that never happened: true nanoseconds a hit, known hits.
#pragma once

#include <map>
#include <string>

#include "sample.hpp"

namespace tracetoll {

struct EnabledRun {
  double none_ns = 6000;  // an operation
  double hits = 100;      // an operation, of `call`
  // True nanoseconds a hit: over `none` of a dormant variant, over the dormant one of a form.
  std::map<std::string, double> ns_per_hit = {
      {"call", 5}, {"call@empty", 3}, {"patch_call", 2}, {"patch_call@empty", 6}};
  std::map<std::string, double> own_hits;  // by compiled variant; the others have those of `call`
  int layouts = 16;
  int rounds = 6;
  double layout_luck = 0.2;  // SD of the log time of a variant in a layout: of all its forms alike
  double site_luck = 0;      // SD of a form's nanoseconds a hit over the layouts
  double round_sd = 0.002;
  std::uint64_t seed = 4;
};

// The variants of the context are in the order of the map, `none` first.
Samples simulate(const EnabledRun& run);

}  // namespace tracetoll
