// Loops of which it is known, from their text, what each step executes.
#pragma once

#include <array>
#include <cstdint>

#include "event.hpp"

namespace tracetoll {

struct KnownLoop {
  const char* name;
  void (*run)(std::uint64_t steps);  // at least 1 step
  // What one step executes. No two kinds are the same in all loops, so that an event which counts
  // something else than its name says is found.
  std::uint64_t instructions, branches, loads, stores, nops;
};

extern const std::array<KnownLoop, 4> kKnownLoops;

// How often a step counts an event; kCycles and kNothing have no answer, 0.
std::uint64_t answer(const KnownLoop& loop, Known known);

}  // namespace tracetoll
