// E2: what changing the bytes of the sites does within one layout ("nop5@jump" against nop5). The
// functions, their addresses and their data are the same on both sides, so nothing comes between
// but the bytes; it is resolved from rounds alone, in one layout, and says nothing of another link.
// Never mixed with E3, the effects across layouts.
//
// A round gives ln(time of the patched variant / of the unpatched). In each layout rounds that
// follow one another are merged by pairs until their lag-1 autocorrelation is at most 0.2
// (autocorrelation.hpp); then the median, and the exact sign-test interval (sign_test.hpp), over
// the rounds of all layouts that were measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "estimate.hpp"
#include "sample.hpp"

namespace tracetoll {

struct PatchedLayout {
  int layout = 0;
  Estimate effect;  // percent; n: rounds, after merging
};

struct PatchedEffect {
  std::string workload;
  std::string variant;  // "nop5@jump"
  std::string built;    // "nop5"
  Estimate effect;      // percent of `built`; n: rounds, after merging; over all layouts
  int rounds = 0;       // before merging
  std::vector<PatchedLayout> layouts;
};

// The patched variants of the context on every workload. Holm's step-down (holm.hpp) is taken over
// all of them: the level of each effect is that of the step that decided it, and `resolved` is the
// decision.
std::vector<PatchedEffect> find_patched(const Samples& samples, double level);

}  // namespace tracetoll
