// Names that a user types: variants, workloads, presets, formats; the nearest ones when one is
// wrong.
#pragma once

#include <string>
#include <vector>

#include "plan.hpp"

namespace tracetoll {

// The known names nearest to `name` by edit distance, best first, at most three and none that
// shares too little.
std::vector<std::string> nearest(const std::string& name, const std::vector<std::string>& known);

// "unknown variant 'cal'; did you mean call, call_cold?", or the list of all when none is near.
std::string unknown_name(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known);

// All variants, or workloads without their axes, of an inventory: each once, in its order.
std::vector<std::string> variants_of(const Inventory& inventory);
std::vector<std::string> workloads_of(const Inventory& inventory);

}  // namespace tracetoll
