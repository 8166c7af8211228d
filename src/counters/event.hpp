// One event of a counter, as the kernel is asked for it.
#pragma once

#include <cstdint>
#include <string>

namespace tracetoll {

// What the loops of the self-test know of an event: how often each must count it
// (known_answer.hpp).
enum class Known {
  kNothing,  // misses, stalls: no count of theirs is right or wrong
  kCycles,   // some, and more for a longer loop
  kInstructions,
  kBranches,  // of all kinds; conditional ones likewise, as the loops have no others
  kLoads,
  kStores,
  kNops,
};

struct Event {
  std::string name;        // as it is reported: "cycles", "branch-misses:uk", "r1c4"
  std::uint32_t type = 0;  // perf_event_attr's fields of the same names; a breakpoint has its
                           // bp_type in config, bp_addr and bp_len are config1 and config2
  std::uint64_t config = 0;
  std::uint64_t config1 = 0;
  std::uint64_t config2 = 0;
  // The modes that are counted. A name without a modifier means user mode: markers are there, and
  // it is all that kernel.perf_event_paranoid 2 allows. (But context-switches and cpu-migrations
  // happen in the kernel: without it they count 0.)
  bool user = true;
  bool kernel = false;
  Known known = Known::kNothing;
  // Counts what was dispatched or executed, not only what retired: a mispredicted end of a loop
  // adds the loads, say, of up to a reorder buffer of iterations that never happened.
  bool speculative = false;
  // Events that share a name here make sense only from one group (those of a top-down level);
  // empty: this one stands alone.
  std::string together = {};
};

}  // namespace tracetoll
