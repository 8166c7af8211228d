// The loop that is counted, and the operation that does nothing.
#pragma once

#include <cstdint>

#include "workload.hpp"

extern "C" {

// Runs tracetoll_nothing once and then `run` so many times; returns how many of them failed. Under
// Callgrind the events of just this are collected. The first pass is there so that the instructions
// around the loop are the same for 0 operations as for any other number.
std::int64_t tracetoll_count_loop(bool (*run)(tracetoll::host::Host&), tracetoll::host::Host* host,
                                  std::int64_t operations);

// Returns true in kNothingInstructions instructions (counted.hpp): a loop over it tells what the
// loop itself executes.
bool tracetoll_nothing(tracetoll::host::Host&);
}
