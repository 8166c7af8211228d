// What can disturb a block, read beside it: who else ran on the CPU, which CPU it was, how fast it
// ran. The gates of the analysis (analysis/gates.hpp) judge the figures; nothing is judged here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "unique_fd.hpp"

namespace tracetoll {

struct Whereabouts {
  int cpu = -1;
  std::int64_t involuntary_switches = 0;  // of this thread, since it began
};

Whereabouts whereabouts();

// Nanoseconds of a fixed chain of 1000 multiplications and additions, each of which waits for the
// one before: its time follows the clock frequency and next to nothing else, whatever runs on the
// other thread of the core. The faster of two passes, so that one interrupt does not count.
double calibrated_loop_ns();

// Ticks that the hypervisor gave to others, from the first line of /proc/stat ("cpu user nice
// system idle iowait irq softirq steal ..."); nothing where the line has no such column.
std::optional<std::int64_t> steal_ticks(std::string_view stat_line);

// Stolen time of all CPUs. A tick is 10 ms on Linux: most rounds show 0, and one tick is one event.
class StealClock {
 public:
  StealClock();
  // Nanoseconds since the last call or the constructor; nothing where the kernel does not say.
  std::optional<double> since_last();

 private:
  std::optional<std::int64_t> read() const;

  UniqueFd stat_;
  std::optional<std::int64_t> last_;
};

}  // namespace tracetoll
