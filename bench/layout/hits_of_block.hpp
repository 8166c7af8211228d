// Did the probe see every hit of a block? By its own count, against what the survey counted: a
// switch that did not take, or a site that calls twice, is a lost block and no cheap one.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "plan.hpp"
#include "timed_block.hpp"

namespace tracetoll {

class HitsOfBlock {
 public:
  // Of a block that is about to run, its sites already on.
  HitsOfBlock(const Timed& timed, const PlannedWorkload& planned);

  // Between two checks; any number where nothing limits it.
  std::int64_t most_operations() const { return most_operations_; }
  void check_after(std::int64_t operations);

  // Why the block is lost; empty when it is not.
  const std::string& failure() const { return failure_; }

 private:
  SiteSwitch* on_;
  std::optional<double> hits_per_op_;
  std::int64_t most_operations_ = std::numeric_limits<std::int64_t>::max();
  std::string failure_;
};

// Operations that a probe can see before its buffer is full; at least one.
std::int64_t operations_within(std::uint64_t most_hits, double hits_per_op);

}  // namespace tracetoll
