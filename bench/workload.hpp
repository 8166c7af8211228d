// A workload: what one operation is, how its state is prepared, and where the harness finds it.
//
// A workload's file is compiled once a variant (and once an axis, see bench/meson.build) inside the
// namespace TT_VARIANT. Its entries lie in the linker section tt_workloads, which every layout
// executable reads as a span: there is no second list to keep.
#pragma once

// Every variant compiles this: <iosfwd> names std::string without a quarter of a second of
// <string>.
#include <iosfwd>

namespace tracetoll::host {
struct Host;
}

namespace tracetoll {

struct WorkloadParameters {
  int descriptors = 500;      // how many descriptors select polls
  bool lmbench_mode = false;  // duplicates, write set, nfds = number of descriptors
};

// Aligned to its size: a compiler may align a large object further than its type asks, and the
// section would have holes.
struct alignas(64) WorkloadEntry {
  const char* name;       // "select_500", "select_500.pure"
  const char* variant;    // "call", "sled_cold:750"
  const char* axis;       // "", "+validator=off", "+validator_sites=off", "+syscall_sites=off"
  const char* operation;  // "one select over the descriptors": what a per-operation figure means
  // Runs one operation and checks its result. False: the operation did not do its work.
  bool (*run)(host::Host&);
  // Makes the host ready for run(); called once a process before the first run of the workload,
  // never timed. Returns an empty string, or why the workload cannot run here.
  std::string (*prepare)(host::Host&, const WorkloadParameters&);
  // How often an operation runs the site that `run --dose` multiplies (MARK_DOSED).
  long dosed_hits;
};

static_assert(sizeof(WorkloadEntry) == 64);

}  // namespace tracetoll

// Registers one workload of the variant that this file is compiled as.
#define TT_WORKLOAD(identifier, name, operation, run, prepare, dosed_hits)                       \
  extern const ::tracetoll::WorkloadEntry identifier;                                            \
  __attribute__((section("tt_workloads"), used)) const ::tracetoll::WorkloadEntry identifier = { \
      name, TT_VARIANT_LABEL, TT_AXIS_LABEL, operation, run, prepare, dosed_hits}
