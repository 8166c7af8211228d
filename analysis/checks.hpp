// Does the procedure itself hold in this run? Two questions, asked for every workload.
//
// A/A: `none:copy` is the code of `none`, compiled and linked again: its effect is 0. Positive
// control: `none:dose` does one operation in 16 twice: its effect is kDosePercent. If the first is
// not 0, differences are found where there are none; if the second is missed, the run is blind or
// its scale is wrong. Either way the report says "unreliable" before anything else.
//
// With W workloads each interval has the level 1 - 0.01 / W, so that a sound run of any number of
// workloads is called unreliable by A/A in at most 1 run of 100, and by the control likewise
// (Bonferroni). `anytime` asks for confidence sequences, as a run that stops by itself needs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "effects.hpp"
#include "estimate.hpp"

namespace tracetoll {

inline constexpr double kCheckErrorRate = 0.01;  // of a whole run
inline constexpr double kDoseTolerance =
    0.5;  // points; a repeated operation is not quite a new one

struct WorkloadCheck {
  std::string workload;
  Estimate estimate;
  bool ok = false;
  std::string reason;  // why not; empty when ok
};

struct Check {
  bool ok = false;
  std::string reason;  // of the worst workload, or that there is none
  std::vector<WorkloadCheck> workloads;
  int worst = -1;  // index into `workloads`; -1 when there are none
};

// The effects by layout of each workload that was measured.
using WorkloadEffects = std::map<std::string, std::map<int, Effects>>;

// Of each interval, by the number of workloads (at least 1).
double level_of_checks(std::size_t workloads);

// Every interval contains 0. The worst is the one with 0 furthest from its middle, in half-widths.
Check check_copies(const WorkloadEffects& workloads, bool anytime = false);

// Every interval excludes 0 and overlaps kDosePercent +- kDoseTolerance. The worst is the one with
// kDosePercent furthest from its middle, in half-widths.
Check check_dose(const WorkloadEffects& workloads, bool anytime = false);

}  // namespace tracetoll
