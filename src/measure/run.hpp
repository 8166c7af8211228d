// A run: fresh processes over shuffled layouts until the budget is spent.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "layouts.hpp"
#include "sample.hpp"
#include "samples_file.hpp"

namespace tracetoll {

struct RunRequest {
  std::vector<std::string> workloads;  // canonical names
  std::vector<std::string> variants;   // with `none`; its copy and dose are added by the run
  double budget_seconds = 60;
  int layouts = 16;  // the first so many
  std::uint64_t seed = 0;
};

// What a run needs from outside, so that tests can drive it.
struct RunHooks {
  std::function<double()> seconds;                   // since the run began
  std::function<bool()> interrupted;                 // asked often
  std::function<void(const Samples&)> on_replicate;  // after each, with all so far
};

// Asks the first layout that answers for site hits, block sizes and counters. Throws InputError
// when none does, or a workload cannot be run on this machine.
Survey survey(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks);

// Measures until the budget is spent or `interrupted`; every block is written to `writer` as it
// comes. `samples` has its context, and gets blocks, failures and the end. A layout that is missing
// or crashes is a failure of its replicate; the run goes on.
void measure(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks,
             SamplesWriter& writer, Samples& samples);

}  // namespace tracetoll
