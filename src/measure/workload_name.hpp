// The name of a workload with its axes: "select_500.pure+validator=off+fds=64".
#pragma once

#include <string>

namespace tracetoll {

struct WorkloadName {
  std::string base;   // "select_500.pure": as the workload's file registers it
  std::string build;  // "", "+validator=off", "+validator_sites=off" or "+syscall_sites=off": the
                      // axis that is compiled in
  int descriptors = 500;
  bool lmbench_mode = false;

  // The axes in their fixed order, those at their default left out.
  std::string canonical() const;
};

// Axes: validator, validator_sites, syscall_sites = on|off (one of them off at most), fds
// = 1..1000000, mode = exact|lmbench; fds and mode are for select alone. Throws InputError that
// names the axis.
WorkloadName parse_workload_name(const std::string& text);

}  // namespace tracetoll
