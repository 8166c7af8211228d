// From blocks to differences in events: what each variant has more of than `none`, layout by
// layout.
//
// As for time (effects.hpp), the two sides of a difference are of the same round: events an
// operation of the variant, less those of `none`; a round where one of the two lacks the event is
// skipped. Then the median over all rounds of a layout. Differences, not ratios: they add up
// between variants and divide by hits.
//
// An event that at least half of a workload's blocks have none of (page faults, switches) would
// have a median of 0 whatever happened in the other half. Of such an event the mean is taken, for
// all variants alike.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "effects.hpp"
#include "sample.hpp"

namespace tracetoll {

// Events an operation; nothing where the block does not have the event.
std::optional<double> events_per_operation(const Block& block, const std::string& event);

// Is the mean taken? `blocks` are those of one workload.
bool is_rare(const std::vector<Block>& blocks, const std::string& event);

// By layout, events an operation more than `none`, by variant; `none` itself is 0.
std::map<int, Effects> differences_by_layout(const std::vector<Block>& blocks,
                                             const std::string& event);

}  // namespace tracetoll
