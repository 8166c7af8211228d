// empty_loop: a loop with one site in it and nothing else. What a marker costs there is its bare
// front-end cost: nothing hides it.
#include "host/prepare.hpp"
#include "marker.h"
#include "workload.hpp"

namespace tracetoll::host::TT_VARIANT {
namespace {

bool run_empty_loop(Host& host) {
  std::uint32_t step = 0;
  for (; step < host.leaf.steps; ++step) {
    __asm__ volatile("" : "+r"(step));  // else the loop without a site is deleted
    MARK_DOSED(empty, step);
  }
  return step == host.leaf.steps;
}

}  // namespace

TT_WORKLOAD(empty_loop, "empty_loop", "1024 steps of an empty loop", run_empty_loop,
            prepare_leaf_loop, kLeafSteps);

}  // namespace tracetoll::host::TT_VARIANT
