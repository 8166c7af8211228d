// The known-answer test: counters in virtual machines may open and then read 0, freeze, count twice
// or jump by 2^31. Before any hardware figure is used, the group counts loops of which it is known
// what they execute, twice N steps and then 2N; an event that counts anything else is refused by
// name.
//
// The bounds, for an event that a loop executes n times: n .. n * 1.001 + 64 (up to n * 1.01 +
// 50,000 where the kernel is counted too: the reading itself and a timer interrupt); where the loop
// has none of it, 0 .. 256, which the code around the loop may count. An event of what is
// dispatched, not retired (Event::speculative), may count 2,048 more: the mispredicted end of a
// loop dispatches a reorder buffer of steps that never happen. Cycles must advance, and more for 2N
// than for N. Other events (misses, stalls) have no right answer: they are as good as the known
// ones that are counted beside them, and open_counters.hpp sees to it that there is one.
//
// 3.2 million steps, at about one cycle a step: 1 to 2 ms at 3 GHz.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "counter_source.hpp"
#include "known_loops.hpp"

namespace tracetoll {

inline constexpr std::uint64_t kKnownSteps = 200'000;  // N

// Runs so many steps of a loop; a test's machine only notes that it did.
using RunLoop = std::function<void(const KnownLoop& loop, std::uint64_t steps)>;

inline void run_loop(const KnownLoop& loop, std::uint64_t steps) {
  loop.run(steps);
}

struct KnownAnswers {
  std::string group;                // why nothing of the group can be judged; empty: it was
  std::vector<std::string> events;  // why each is refused, in the group's order; empty: it is not
};

// The source must be enabled. "known-answer test: branches reads zero", "... is frozen at 812",
// "... counts twice", "... jumps by 2^31", "... counted 230000 of 200000", and for the group
// "known-answer test: multiplexed: ...".
KnownAnswers known_answers(CounterSource& source, const RunLoop& run);

// Does the test know how often this event occurs? Not for cycles, nor for the kernel alone.
bool has_known_answer(const Event& event);

}  // namespace tracetoll
