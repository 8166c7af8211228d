// How often an operation hits each marker, counted by the CPU: hardware breakpoints on the sites,
// which also a virtual machine without a PMU may have. An independent check of what the probes
// count.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "perf_kernel.hpp"

namespace tracetoll {

// Code that is executed a known number of times, to see whether breakpoints are counted at all: a
// hypervisor may let debug registers be written, and never raise their exception (Firecracker on an
// AMD EPYC, Linux 6.18: breakpoints of perf and of ptrace open, and none fires).
struct KnownStep {
  const void* code;
  std::function<void()> run;  // executes it once
};
KnownStep known_step();

struct BreakpointHits {
  std::map<std::string, double> per_op;  // by marker; all sites of a marker added up
  std::string none;                      // why there are none; empty where there are
};

// Counts `operation`'s hits of the markers in `expected` (hits an operation, as the probes counted
// them) with the breakpoints on their sites in `variant`. A site's record names the first byte of
// the guarded body, so the markers are enabled meanwhile, and the body must be compiled code
// (`call`): an empty one is no instruction of its own.
//
// A hit is an exception: about 20 us in a virtual machine. Of the markers, the rarest come first,
// each for 1 to 16 operations and about 500 hits; after the first four, and 60 ms, no other is
// begun. CPUs have four such breakpoints (others may hold some of them): the sites take turns. All
// must first have counted `step` as often as it ran. Whatever `operation` throws is passed on.
BreakpointHits count_breakpoint_hits(PerfKernel& kernel, std::string_view variant,
                                     const std::function<void()>& operation,
                                     const std::map<std::string, double>& expected,
                                     const KnownStep& step = known_step());

// Does x86-64 code begin with a string instruction under a REP prefix? It meets its breakpoint once
// an iteration, and not once a hit.
bool is_repeated(std::span<const std::uint8_t> code);

}  // namespace tracetoll
