// Stopping: is every effect that was asked for either told from 0, or shown to be smaller than the
// target? Judged by confidence sequences (sign_test.hpp) on one value a layout, each layout
// measured once: the values are then independent draws, and the answer may be asked for after each
// of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "estimate.hpp"
#include "sample.hpp"

namespace tracetoll {

enum class Decision {
  kOpen,      // neither yet
  kResolved,  // the interval excludes 0
  kSmaller,   // the interval lies within +- target
};

Decision decide(const Estimate& estimate, double target_percent);

// Watches a run. Holds one value a layout, workload and variant.
class TargetWatch {
 public:
  explicit TargetWatch(const Context& context) : context_(context) {}

  // The blocks of one replicate, all its workloads.
  void add(const std::vector<Block>& replicate);

  // Every effect of the context's workloads and variants but `none`; and the run's own checks have
  // layouts enough to be judged, the dose told from 0.
  bool decided() const;

 private:
  Estimate effect(const std::string& workload, const std::string& variant, double level) const;

  const Context& context_;
  std::map<std::pair<std::string, std::string>, std::vector<double>> effects_;
};

}  // namespace tracetoll
