// From blocks to effects: what each variant costs against `none`, layout by layout.
//
// Within a round the machine is the same for all variants, so a round is reduced to
// ln(cpu ns per operation of the variant / of `none`); a round without both is skipped. Then the
// median x over all rounds of a layout, whatever process they are of, and 100 (exp(x) - 1) percent.
// The median of each process's median would waste a third of the rounds where these are few: on a
// guest whose blocks of 1 ms vary by 8 % it gave intervals 1.4 times as wide (16 layouts of 6
// processes of 4 rounds). A process that is slow as a whole is outvoted when its layout has three.
// Only the layouts are samples of what another link would show: every interval is taken across
// them. Medians do not depend on the order of the lines in the file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// Effects in percent of `none`, by variant; `none` itself is 0. Of one layout or of one process.
using Effects = std::map<std::string, double>;

enum class Clock { kCpu, kWall };

double ns_per_operation(const Block& block, Clock clock);

// One process: the log ratio of each variant, in each round and as the median over them.
struct ProcessRatios {
  int replicate = 0;
  int layout = 0;
  std::map<std::string, double> log_ratio;
  std::map<std::string, std::vector<double>> rounds;
};

// `blocks` are those of one workload. Ordered by replicate.
std::vector<ProcessRatios> process_ratios(const std::vector<Block>& blocks, Clock clock);

// Of one process, by the formula above.
Effects effects_of(const ProcessRatios& process);

// By layout; of each the median over the rounds of all its processes.
std::map<int, Effects> effects_by_layout(const std::vector<ProcessRatios>& processes);

// A figure of a block, or nothing where the block does not have it.
using BlockFigure = std::function<std::optional<double>(const Block&)>;

// The typical figure of one variant: the trimmed mean over layouts of the trimmed mean over
// processes of the median over rounds; medians where there are fewer than five to trim.
std::optional<double> typical(const std::vector<Block>& blocks, const std::string& variant,
                              const BlockFigure& figure);

}  // namespace tracetoll
