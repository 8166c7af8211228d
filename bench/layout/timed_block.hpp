// One timed block: Google Benchmark runs the loop, we decide which and when.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "workload.hpp"

namespace tracetoll {

class SiteSwitch;

// Code, state and name of what is timed.
struct Timed {
  const WorkloadEntry* entry = nullptr;
  host::Host* host = nullptr;
  bool dose = false;  // one operation in kDosePeriod is done twice, and counted once
  std::string form;   // what the bytes of the sites are patched to; empty: as they were compiled
  SiteSwitch* on = nullptr;  // what switches its sites on for the block; null: they are dormant
};

struct BlockTime {
  double cpu_ns = 0;   // thread CPU time of the block
  double wall_ns = 0;  // elapsed time of the block
  std::string error;   // an operation that did not do its work; empty when all did
};

// What is done right before and right after the operations of a block, outside its time: nearer to
// them than the caller can, who has Google Benchmark's own work (35 us) between.
struct AroundBlock {
  std::function<void()> before = [] {};
  std::function<void()> after = [] {};
};

// Runs `operations` operations (at least 1) under Google Benchmark's clock.
BlockTime run_timed_block(const Timed& timed, std::int64_t operations,
                          const AroundBlock& around = {});

// Registers every entry under "workload/variant" for Google Benchmark's own command line, each on
// the host that `prepare` gave it.
void register_benchmark(const Timed& timed, const std::string& name);

}  // namespace tracetoll
