// The processes that were far off (bad_replicates.hpp), by layout: where all of one layout are, the
// link is to blame and not the process.
#pragma once

#include <string>
#include <vector>

#include "bad_replicates.hpp"

namespace tracetoll {

// One line a layout, workload and variant, the furthest off first.
std::vector<std::string> bad_layouts(const std::vector<BadReplicate>& replicates);

}  // namespace tracetoll
