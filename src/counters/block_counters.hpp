// The counters of the blocks of one process: the software events in every block, and of the groups
// of other events one a round, in turn, so that no group is ever multiplexed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "open_counters.hpp"
#include "software_counters.hpp"

namespace tracetoll {

// What can be counted here, found out once for all processes of a run.
struct CounterSurvey {
  std::map<std::string, Availability> counters;  // by name, software events among them
  std::vector<std::vector<std::string>> groups;  // of names, those that a block counts together
};

// `asked` are the events to be counted besides the software events; when empty, those that this CPU
// usually can. Throws InputError for a name that no CPU has.
CounterSurvey survey_counters(PerfKernel& kernel, std::vector<std::string> asked,
                              const RunLoop& run = run_loop);

struct BlockCounts {
  std::map<std::string, double> counters;  // by name
  std::string lost;                        // why some that were due are missing; empty: none are
};

// Which of `groups` groups (at least 1) counts in a round.
inline std::size_t group_of_round(std::int64_t round, std::size_t groups) {
  return static_cast<std::size_t>(round % static_cast<std::int64_t>(groups));
}

// A single group stays enabled; several are enabled and disabled around their blocks. A block costs
// four readings (two are the software events'), and at most one enable and one disable. A group
// that fails loses the figures of its blocks, which say so, and the others go on.
class BlockCounters {
 public:
  // The groups of a CounterSurvey. `kernel` must outlive this.
  BlockCounters(PerfKernel& kernel, const std::vector<std::vector<std::string>>& groups,
                const RunLoop& run = run_loop);

  void begin(std::int64_t round);
  BlockCounts end();

  // How the group of the last block was read: "rdpmc" or "read"; "" where there was none.
  const char* way() const;

 private:
  // Whose turn it is in a round: a group, or why there is none in this process.
  struct Turn {
    BelievedGroup believed;
    std::string lost;
  };

  std::string start(Turn& turn);
  void stop(Turn& turn, BlockCounts& result);

  SoftwareCounters software_;
  std::vector<Turn> turns_;
  Turn* due_ = nullptr;  // null: there are no groups
  bool enabled_ = false;
  std::string failed_;  // why the group that is due does not count in this block
  CounterReading before_;
};

}  // namespace tracetoll
