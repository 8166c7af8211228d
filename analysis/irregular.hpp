// What a run's blocks lack, or have otherwise than the run said: named in the report, so that
// nothing is averaged over in silence.
#pragma once

#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// One sentence each; empty when all is regular. `blocks` are those of the workload, the variants
// those of the header; `none`, its copy and its dose are looked for by themselves. Looks for rounds
// without `none` (left out of every ratio), rounds without a variant (which then rests on fewer),
// replicates with rounds missing before their last, and blocks of another number of operations than
// the header says.
std::vector<std::string> irregularities(const WorkloadContext& workload,
                                        const std::vector<std::string>& variants,
                                        const std::vector<Block>& blocks);

}  // namespace tracetoll
