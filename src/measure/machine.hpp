// The machine that a run was made on.
#pragma once

#include <string>

namespace tracetoll {

struct MachineFacts {
  std::string cpu;         // model name; the architecture where the kernel gives none
  int cpus = 0;            // online
  std::string kernel;      // "Linux 6.1.0 x86_64"
  std::string hypervisor;  // "KVM"; empty on bare metal
};

MachineFacts this_machine();

// "2026-11-30T20:15:00Z"
std::string utc_now();

}  // namespace tracetoll
