// One timed block: Google Benchmark runs the loop, we decide which and when.
#pragma once

#include <cstdint>
#include <string>

#include "workload.hpp"

namespace tracetoll {

// Code, state and name of what is timed.
struct Timed {
  const WorkloadEntry* entry = nullptr;
  host::Host* host = nullptr;
  bool dose = false;  // one operation in kDosePeriod is done twice, and counted once
  std::string form;   // what the bytes of the sites are patched to; empty: as they were compiled
};

struct BlockTime {
  double cpu_ns = 0;   // thread CPU time of the block
  double wall_ns = 0;  // elapsed time of the block
  std::string error;   // an operation that did not do its work; empty when all did
};

// Runs `operations` operations (at least 1) under Google Benchmark's clock.
BlockTime run_timed_block(const Timed& timed, std::int64_t operations);

// Registers every entry under "workload/variant" for Google Benchmark's own command line, each on
// the host that `prepare` gave it.
void register_benchmark(const Timed& timed, const std::string& name);

}  // namespace tracetoll
