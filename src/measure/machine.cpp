#include "machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <ctime>
#include <fstream>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tracetoll {
namespace {

std::string cpu_model() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

std::string hypervisor_name() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kHypervisorBit = 1U << 31;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & kHypervisorBit) == 0) return {};
  __cpuid(0x40000000, eax, ebx, ecx, edx);
  std::array<char, 13> signature{};
  std::memcpy(signature.data(), &ebx, 4);
  std::memcpy(signature.data() + 4, &ecx, 4);
  std::memcpy(signature.data() + 8, &edx, 4);
  std::string name = signature.data();
  name.erase(name.find_last_not_of(' ') + 1);  // "bhyve bhyve "
  return name.starts_with("KVM") ? "KVM" : name;
#else
  return {};
#endif
}

}  // namespace

MachineFacts this_machine() {
  MachineFacts machine;
  utsname names{};
  ::uname(&names);
  machine.kernel = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
  machine.cpu = cpu_model();
  if (machine.cpu.empty()) machine.cpu = names.machine;
  machine.cpus = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  machine.hypervisor = hypervisor_name();
  return machine;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace tracetoll
