// Topic "noise": what two copies of the same code show in a few seconds of the tool's own
// procedure, A/A: the same layouts, schedule and analysis as in a run, and nothing kept of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "estimate.hpp"
#include "finding.hpp"
#include "gates.hpp"

namespace tracetoll {

struct WorkloadNoise {
  std::string name;
  Estimate copy;  // of none:copy, percent of none; the true effect is 0
  Estimate dose;  // of none:dose; true kDosePercent
  GateCounts gates;
};

struct Noise {
  std::string why_absent;  // why nothing was measured; empty when there are workloads
  bool failed = false;     // it was tried
  double seconds = 0;
  int processes = 0;
  std::vector<WorkloadNoise> workloads;
  std::string copies_failure;  // why A/A fails, judged as in a report; empty when it holds
  std::string dose_failure;    // likewise the positive control
};

struct NoiseRequest {
  std::string layout_folder;
  double seconds = 3;
  std::function<bool()> interrupted;
  std::function<void(double seconds)> on_progress;
};

// One .pure workload and one with system calls. Anything that stands in the way is a reason.
Noise measure_noise(const NoiseRequest& request);

Topic judge_noise(const Noise& noise);

}  // namespace tracetoll
