// What a layout executable does when tracetoll starts it; without these it is an ordinary Google
// Benchmark program.
#pragma once

#include "plan.hpp"

namespace tracetoll {

// All that is linked in.
Inventory take_inventory();

// Counts the sites that an operation of each planned workload hits, and how many operations make a
// block of about `block_ns`.
Survey make_survey(const Plan& plan, double block_ns);

// Tries what the sites of every variant can be switched on with, on the plan's first workload.
Switchable find_switchable(const Plan& plan);

// Runs the plan's rounds and writes each block to standard output as a line of JSON.
void run_replicate(const Plan& plan);

// Runs 0, N and 2N operations of each planned workload and variant with Callgrind's collection on
// and a dump after each. Prints the Survey of its workloads, then a line of Counted for each, that
// of the loop itself first.
void run_count(const Plan& plan);

}  // namespace tracetoll
