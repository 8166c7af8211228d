#include "cpus.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <utility>

#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr const char* kCpuFolder = "/sys/devices/system/cpu/";

std::string plural(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Finding model(const MachineFiles& files, const MachineFacts& machine) {
  const FileText cpuinfo = files.read("/proc/cpuinfo");
  if (const auto name = field_of(cpuinfo.text, "model name"); name && !name->empty())
    return fine("model", *name);
  if (const std::string core = arm_core_name(cpuinfo.text); !core.empty())
    return fine("model", core);
  if (!cpuinfo) return absent("model", "/proc/cpuinfo: " + cpuinfo.why_absent);
  return absent("model", "/proc/cpuinfo has no model name; the kernel says " + machine.cpu);
}

Finding logical_cpus(const MachineFiles& files, const std::vector<int>& online) {
  const FileText offline = files.read(std::string(kCpuFolder) + "offline");
  std::string value = fmt::format("{} online ({})", online.size(), cpu_ranges(online));
  if (offline && !offline.text.empty()) value += fmt::format(", offline: {}", offline.text);
  if (online.size() == 1)
    return note("logical CPUs", value, "whatever else runs preempts what is measured");
  return fine("logical CPUs", value);
}

Finding topology(const MachineFiles& files, const std::vector<int>& online) {
  std::set<std::string> sockets;
  std::set<std::pair<std::string, std::string>> cores;
  for (const int cpu : online) {
    const std::string folder = fmt::format("{}cpu{}/topology/", kCpuFolder, cpu);
    const FileText socket = files.read(folder + "physical_package_id");
    const FileText core = files.read(folder + "core_id");
    if (!socket || !core)
      return absent("topology",
                    fmt::format("{}: {}", folder, socket ? core.why_absent : socket.why_absent));
    sockets.insert(socket.text);
    cores.emplace(socket.text, core.text);
  }
  return fine("topology",
              fmt::format("{}, {}, {}", plural(sockets.size(), "socket"),
                          plural(cores.size(), "core"), plural(online.size(), "thread")));
}

// Cores of several kinds: a block that moves between them measures the move.
Finding core_types(const MachineFiles& files, const std::vector<int>& online) {
  constexpr const char* kProblem =
      "a process that moves between kinds of cores is timed on both; bind the run to one kind";
  const FileText fast = files.read("/sys/devices/cpu_core/cpus");
  const FileText slow = files.read("/sys/devices/cpu_atom/cpus");
  const auto bind = [](const std::string& cpus) {
    return fmt::format("taskset -c {} build/tracetoll run", cpus);
  };
  if (fast && slow && cpu_list(fast.text) && cpu_list(slow.text))
    return obstacle("core types", fmt::format("P-cores {}, E-cores {}", fast.text, slow.text),
                    kProblem, bind(cpu_ranges(*cpu_list(fast.text))));
  std::map<std::int64_t, std::vector<int>> by_capacity;
  for (const int cpu : online)
    if (const auto capacity =
            whole_number(files.read(fmt::format("{}cpu{}/cpu_capacity", kCpuFolder, cpu)).text))
      by_capacity[*capacity].push_back(cpu);
  if (by_capacity.empty()) return fine("core types", "one: the kernel names no others");
  if (by_capacity.size() == 1)
    return fine("core types", fmt::format("one, of capacity {}", by_capacity.begin()->first));
  std::vector<std::string> kinds;
  for (const auto& [capacity, cpus] : by_capacity)
    kinds.push_back(fmt::format("capacity {} on {}", capacity, cpu_ranges(cpus)));
  return obstacle("core types", fmt::format("{}", fmt::join(kinds, ", ")), kProblem,
                  bind(cpu_ranges(by_capacity.rbegin()->second)));
}

Finding caches(const MachineFiles& files) {
  const std::string folder = std::string(kCpuFolder) + "cpu0/cache";
  std::vector<std::string> found;
  for (const std::string& name : files.list(folder)) {
    if (!name.starts_with("index")) continue;
    const auto read = [&](const char* what) {
      return files.read(fmt::format("{}/{}/{}", folder, name, what)).text;
    };
    const std::string type = read("type");
    const char* suffix = type == "Instruction" ? "I" : type == "Data" ? "D" : "";
    std::string text = fmt::format("L{}{} {}", read("level"), suffix, read("size"));
    if (const std::string ways = read("ways_of_associativity"); !ways.empty())
      text += fmt::format(" {}-way", ways);
    if (const std::string line = read("coherency_line_size"); !line.empty())
      text += fmt::format(" lines of {}", line);
    found.push_back(std::move(text));
  }
  if (found.empty()) return absent("caches", "the kernel shows none (" + folder + ")");
  return fine("caches", fmt::format("{}", fmt::join(found, ", ")));
}

}  // namespace

std::vector<int> online_cpus(const MachineFiles& files, const MachineFacts& machine) {
  const FileText online = files.read(std::string(kCpuFolder) + "online");
  if (const auto cpus = cpu_list(online.text); cpus && !cpus->empty()) return *cpus;
  std::vector<int> cpus;
  for (int cpu = 0; cpu < machine.cpus; ++cpu) cpus.push_back(cpu);
  return cpus;
}

std::string arm_core_name(const std::string& cpuinfo) {
  const std::string implementer = field_of(cpuinfo, "CPU implementer").value_or("");
  const std::string part = field_of(cpuinfo, "CPU part").value_or("");
  if (implementer.empty() || part.empty()) return {};
  static const std::map<std::string, const char*> kArmParts = {
      {"0xd03", "Cortex-A53"},  {"0xd07", "Cortex-A57"},  {"0xd08", "Cortex-A72"},
      {"0xd0b", "Cortex-A76"},  {"0xd0c", "Neoverse N1"}, {"0xd40", "Neoverse V1"},
      {"0xd49", "Neoverse N2"}, {"0xd4f", "Neoverse V2"}};
  const auto known = kArmParts.find(part);
  if (implementer == "0x41" && known != kArmParts.end()) return std::string("Arm ") + known->second;
  return fmt::format("implementer {}, part {}", implementer, part);
}

Finding judge_smt(const FileText& active, const FileText& control, bool is_guest) {
  if (!active) return absent("SMT", "/sys/devices/system/cpu/smt/active: " + active.why_absent);
  const std::string more = control && !control.text.empty() ? " (" + control.text + ")" : "";
  if (active.text == "1")
    return obstacle("SMT", "active" + more,
                    "the other thread of a core takes part of its front end, caches and time",
                    "echo off | sudo tee /sys/devices/system/cpu/smt/control");
  if (active.text != "0") return absent("SMT", "smt/active is neither 0 nor 1");
  if (is_guest)
    return fine("SMT", "none that this guest can see" + more +
                           "; whether its CPUs share cores with others, only the host knows");
  return fine("SMT", "off" + more);
}

Topic examine_cpus(const MachineFiles& files, const MachineFacts& machine) {
  const std::vector<int> online = online_cpus(files, machine);
  const std::string smt = std::string(kCpuFolder) + "smt/";
  return {"processor",
          {model(files, machine), logical_cpus(files, online), topology(files, online),
           judge_smt(files.read(smt + "active"), files.read(smt + "control"),
                     !machine.hypervisor.empty()),
           core_types(files, online), caches(files)}};
}

}  // namespace tracetoll
