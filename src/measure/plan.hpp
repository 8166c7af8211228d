// What one process of a layout executable is asked to do, and what it answers before it measures.
// Both cross the process boundary as one line of JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

struct PlannedWorkload {
  std::string name;             // with its axes
  std::int64_t operations = 0;  // a block; 0 while it is not calibrated
};

// One replicate: `rounds` rounds of every variant on every workload.
struct Plan {
  int replicate = 0;
  int layout = 0;
  std::uint64_t seed = 0;  // of this process: where its data lies
  int rounds = 0;
  std::uint64_t schedule_seed = 0;  // the same for all replicates of a run: their cycles go on
  std::int64_t first_round = 0;     // how many rounds the run has made before
  std::vector<PlannedWorkload> workloads;
  std::vector<std::string> variants;
  // A survey is asked for these events, or for the usual ones where there are none; a replicate
  // counts these groups, in turn.
  std::vector<std::string> events;
  std::vector<std::vector<std::string>> event_groups;
};

std::string to_json(const Plan& plan);
Plan plan_from_json(const std::string& text);

// What a layout executable can run.
struct Inventory {
  struct Entry {
    std::string workload;  // without axes
    std::string axis;
    std::string variant;
    std::string operation;
  };
  std::vector<Entry> entries;
  std::string compiler;
  std::string flags;
  std::string not_countable;  // why they cannot be counted under Valgrind; empty when they can
  std::map<std::string, std::string> not_built;  // variants that the build left out, and why
};

std::string to_json(const Inventory& inventory);
Inventory inventory_from_json(const std::string& text);

// What the first process finds out for all others.
struct Survey {
  std::vector<WorkloadContext> workloads;
  std::map<std::string, Availability> counters;
  std::vector<std::vector<std::string>> event_groups;  // of what is available
};

std::string to_json(const Survey& survey);
Survey survey_from_json(const std::string& text);

}  // namespace tracetoll
