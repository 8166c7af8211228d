#include "hits_of_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "site_switch.hpp"

namespace tracetoll {

HitsOfBlock::HitsOfBlock(const Timed& timed, const PlannedWorkload& planned) : on_(timed.on) {
  if (on_ == nullptr) return;
  const auto hits = planned.hits_per_op_by_variant.find(timed.entry->variant);
  if (hits != planned.hits_per_op_by_variant.end()) hits_per_op_ = hits->second;
  if (on_->most_hits() > 0 && hits_per_op_)
    most_operations_ = operations_within(on_->most_hits(), *hits_per_op_);
}

void HitsOfBlock::check_after(std::int64_t operations) {
  if (on_ == nullptr) return;
  const auto hits = on_->hits();
  if (!hits || !failure_.empty()) return;
  on_->forget_hits();
  if (!hits_per_op_) {
    failure_ = "its hits were not counted beforehand, so nothing says whether its probe saw them";
    return;
  }
  const double expected = *hits_per_op_ * static_cast<double>(operations);
  if (std::abs(static_cast<double>(*hits) - expected) >= 0.5)
    failure_ = fmt::format("its probe counted {} hits in {} operations, expected were {:.0f}",
                           *hits, operations, expected);
}

std::int64_t operations_within(std::uint64_t most_hits, double hits_per_op) {
  if (hits_per_op <= 0) return std::numeric_limits<std::int64_t>::max();
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(static_cast<double>(most_hits) / hits_per_op));
}

}  // namespace tracetoll
