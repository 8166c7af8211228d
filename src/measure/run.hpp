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
  std::vector<std::string> variants;   // with `none`; the run adds its copy and dose
  double budget_seconds = 60;
  int layouts = 16;  // the first so many
  std::uint64_t seed = 0;
  std::vector<std::string> dosed;  // --dose: the variants whose copies `variants` lists; else empty
  std::vector<std::string> events;  // asked for by name; empty: those that are usual
  std::vector<std::vector<std::string>> event_groups;  // to count, as the survey found them
  bool enabled = false;         // --state enabled: the variants come with their forms
  bool all_techniques = false;  // with it, of every variant that can be switched on
  double target_percent = 0;    // > 0: the run ends when `decided`, and measures each layout once
};

// What a run needs from outside, so that tests can drive it.
struct RunHooks {
  std::function<double()> seconds;                   // since the run began
  std::function<bool()> interrupted;                 // asked often
  std::function<void(const Samples&)> on_replicate;  // after each, with all so far
  // For a run with a target. Are all effects known well enough, with what the last replicate added?
  std::function<bool(const Samples&)> decided;
  // The file of layout `number`, beyond those in Layouts. Throws InputError when there is none.
  std::function<std::string(int number)> more_layouts;
};

// Asks the first layout that answers for site hits, block sizes and counters. Throws InputError
// when none does, a workload cannot be run on this machine, or an event that was asked for by name
// cannot be counted on it.
Survey survey(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks);

// Asks the first layout that answers what its variants' sites can be switched on with. Throws
// InputError when none does.
Switchable ask_switchable(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks);

// Measures until the budget is spent, `decided` or `interrupted`; every block is written to
// `writer` as it comes. `samples` has its context, and gets blocks, failures and the end. A layout
// that is missing or crashes is a failure of its replicate; the run goes on. A run with a target
// takes layout 1, 2, 3 …, each once; it also ends when there are no more.
void measure(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks,
             SamplesWriter& writer, Samples& samples);

}  // namespace tracetoll
