#include "surroundings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace tracetoll {
namespace {

Finding hypervisor(const MachineFiles& files, const MachineFacts& machine) {
  if (!machine.hypervisor.empty()) {
    // A hypervisor may show another one's signature; the kernel takes the clock that it found.
    const FileText clock = files.read(
        "/sys/devices/system/clocksource/clocksource0/"
        "current_clocksource");
    const bool has_clock_of_kvm = clock.text == "kvm-clock" && machine.hypervisor != "KVM";
    return note("hypervisor",
                fmt::format("{} (CPUID){}", machine.hypervisor,
                            has_clock_of_kvm ? ", with the clock of KVM" : ""),
                "the host decides about frequency, SMT and counters, and may take time away");
  }
  // Where no instruction tells (arm64), the firmware's names may.
  const FileText vendor = files.read("/sys/class/dmi/id/sys_vendor");
  const FileText product = files.read("/sys/class/dmi/id/product_name");
  const FileText tree = files.read("/proc/device-tree/hypervisor/compatible");
  if (tree) return note("hypervisor", tree.text, "named by the device tree");
  for (const char* name : {"QEMU", "KVM", "Amazon EC2", "VMware", "VirtualBox", "Xen",
                           "Google Compute Engine", "Virtual Machine"})
    if (vendor.text.find(name) != std::string::npos || product.text.find(name) != std::string::npos)
      return note("hypervisor", fmt::format("{} {} (firmware)", vendor.text, product.text),
                  "the firmware names a virtual machine, or a cloud's bare metal");
  if (machine.kernel.ends_with("x86_64")) return fine("hypervisor", "none");
  return fine("hypervisor",
              "not known: no instruction tells on this architecture, no firmware does");
}

}  // namespace

Finding judge_container(const MachineFiles& files) {
  std::vector<std::string> signs;
  for (const char* file : {"/.dockerenv", "/run/.containerenv", "/run/systemd/container"})
    if (files.read(file)) signs.emplace_back(file);
  const FileText groups = files.read("/proc/1/cgroup");
  for (const char* name : {"docker", "lxc", "kubepods", "libpod", "containerd"}) {
    if (groups.text.find(name) == std::string::npos) continue;
    signs.push_back(fmt::format("'{}' in /proc/1/cgroup", name));
    break;
  }
  const FileText second = files.read("/proc/2/comm");
  const bool sees_kernel_threads = second.text == "kthreadd";
  const std::string shown = fmt::format("{}", fmt::join(signs, ", "));
  if (signs.empty() && sees_kernel_threads) return fine("container", "none");
  if (signs.empty())
    return note("container", "not known: no sign of one, but no kernel threads to be seen either",
                "if it is one, commands that write to /proc/sys or /sys belong on its host");
  if (sees_kernel_threads)
    return fine(
        "container",
        fmt::format("{}, but the kernel's own threads are to be seen: an image started as a "
                    "machine, or a container that shares its host's processes",
                    shown));
  return note("container", "yes: " + shown,
              "commands below that write to /proc/sys or /sys belong on the host");
}

Topic examine_surroundings(const MachineFiles& files, const MachineFacts& machine) {
  return {"surroundings",
          {fine("kernel", machine.kernel), hypervisor(files, machine), judge_container(files)}};
}

}  // namespace tracetoll
