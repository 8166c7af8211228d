// What a hit costs while its site is on (run --state enabled): nanoseconds a hit over the dormant
// site, and what they are made of.
//
//   round     ln(time of V@empty / time of V, dormant, in the same round of the same process)
//   layout    y = T (exp(median over its rounds) - 1) / h
//             T: the typical time of V in ns; h: hits an operation of V's own sites
//   study     the trimmed mean over layouts with its interval, as for any effect (statistics.hpp)
//
// Within a layout both sides are the same functions at the same addresses, as in E2 (patched.hpp):
// only the sites and what they lead to differ. The interval is nevertheless across layouts: where
// stubs, probes and the sites themselves lie is a property of the link, and the question is asked
// of any. It needs layouts, not rounds alone.
//
// A part is a difference of such y in the same layout. Those of one site kind add up to its V@empty
// in each layout exactly, their trimmed means need not: `rest` is what trimming leaves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contrast.hpp"
#include "estimate.hpp"
#include "sample.hpp"

namespace tracetoll {

struct HitCost {
  std::string form;
  Estimate ns;  // a hit, over the dormant site
  int rounds = 0;
};

struct HitPart {
  std::string name;  // "guard", "saving", "call", "counter", "timestamp", "any register"
  std::string of;    // "patch_call@saved - patch_call@taken"
  Estimate ns;       // a hit
};

struct EnabledVariant {
  std::string variant;
  std::optional<double> hits_per_op;
  bool own_hits = false;  // counted at its own sites; else those of `call`
  Estimate dormant;       // percent of `none`: E3, as in the tables of dormant variants
  Estimate dormant_ns;    // the same in ns a hit
  std::vector<HitCost> costs;
  std::vector<HitPart> parts;
  std::optional<double> rest;  // V@empty less guard, saving and call; where it has these
  Share of_call;               // all that a hit of V@empty costs over `none`, of call@empty's
  Share of_call_enabling;      // likewise over the dormant site
  std::map<std::string, std::string> missing;  // forms that it has not, and why
};

struct EnabledWorkload {
  std::string workload;
  std::vector<EnabledVariant> variants;  // as compiled, in the context's order; some without costs
};

// On every workload; empty when no variant of the run is switched on.
std::vector<EnabledWorkload> find_enabled(const Samples& samples, const Rule& rule);

// By layout: y of each V@form by that name, in ns a hit. Empty without hits.
std::map<int, Effects> ns_over_dormant(const std::vector<Block>& blocks, const std::string& variant,
                                       double hits_per_op);

}  // namespace tracetoll
