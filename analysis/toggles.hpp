// Time to switch sites on and off: the median of each process, and the median over processes with
// the exact sign-test interval (sign_test.hpp). Layouts have no part in it: it is the kernel's time
// and the library's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "estimate.hpp"
#include "sample.hpp"

namespace tracetoll {

struct ToggleCost {
  std::string variant;
  std::int64_t sites = 0;
  int processes = 0;
  Estimate enable_ns;
  Estimate disable_ns;
};

// In the order in which variants and numbers of sites first appear.
std::vector<ToggleCost> find_toggles(const ToggleStudy& study, double level);

}  // namespace tracetoll
