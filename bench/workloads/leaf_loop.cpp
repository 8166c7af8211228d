// leaf_loop: a short loop over seven live values with one site in it. Registers are scarce and
// nothing else happens: what a marker costs there is its front-end cost and its register pressure.
#include "host/prepare.hpp"
#include "marker.h"
#include "workload.hpp"

namespace tracetoll::host::TT_VARIANT {
namespace {

bool run_leaf_loop(Host& host) {
  const LeafPlan& plan = host.leaf;
  std::uint64_t a = plan.first[0], b = plan.first[1], c = plan.first[2], d = plan.first[3];
  std::uint64_t e = plan.first[4], f = plan.first[5], g = plan.first[6];
  for (std::uint32_t step = 0; step < plan.steps; ++step) {
    a += b ^ g;
    b += c ^ a;
    c += d ^ b;
    d += e ^ c;
    e += f ^ d;
    f += g ^ e;
    g += a ^ f;
    MARK_DOSED(leaf, a, g);
  }
  return (a ^ b ^ c ^ d ^ e ^ f ^ g) == plan.expected;
}

}  // namespace

TT_WORKLOAD(leaf_loop, "leaf_loop", "1024 steps of a loop over seven values", run_leaf_loop,
            prepare_leaf_loop, kLeafSteps);

}  // namespace tracetoll::host::TT_VARIANT
