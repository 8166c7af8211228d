// Where the CPU's issue slots went while a variant ran: top-down level 1, from the "top-down-..."
// events of the blocks that counted them.
#pragma once

#include <optional>
#include <string>

#include "counter_figure.hpp"
#include "sample.hpp"
#include "top_down.hpp"

namespace tracetoll {

// Shares over all such blocks of the variant, or why there are none: events of the formula that
// were not counted, or parts that are no shares of a whole (top_down.hpp). Nothing at all in a run
// that did not ask for them.
std::optional<TopDownResult> issue_slots(const Context& context, const CounterFigures& counters);

}  // namespace tracetoll
