// Site hits counted twice: by the probes, and by hardware breakpoints on the sites of some markers.
#pragma once

#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

struct HitCheck {
  int markers = 0;  // that the probes counted
  int checked = 0;  // of those, and any that only breakpoints saw
  // "lock_acquire: 501 by the probes, 500 by breakpoints", one a marker that differs.
  std::vector<std::string> disagreements;
  std::string reason;  // why none was checked; empty when one was
};

// Hits are counts over some thousand operations, divided: they agree to the last digits of that
// quotient, one part in a million, or not at all.
HitCheck check_hits(const WorkloadContext& workload);

}  // namespace tracetoll
