#include "counting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cause_events.hpp"
#include "cpu_model.hpp"
#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr const char* kAllowUser = "sudo sysctl kernel.perf_event_paranoid=2";
constexpr const char* kAllowKernel = "sudo sysctl kernel.perf_event_paranoid=1";
constexpr const char* kRdpmc = "/sys/bus/event_source/devices/cpu/rdpmc";
constexpr const char* kTracefs = "/sys/kernel/tracing";

bool mentions(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

bool is_blocked(const Availability& one) {
  return mentions(one.reason, "EPERM") || mentions(one.reason, "ENOSYS");
}

Finding missing(const std::string& name, const std::string& why, const Rights& rights) {
  Finding finding = absent(name, why);
  finding.severity = Severity::obstacle;
  if (mentions(why, "EACCES") || mentions(why, "EPERM")) {
    finding.problem = "the kernel refuses; see perf_event_paranoid and seccomp";
  } else if (mentions(why, "ENOSYS")) {
    finding.problem = "see seccomp";
  } else if (mentions(why, "no such event")) {
    finding.problem = "the others do without it";
    finding.severity = Severity::note;
  } else if (rights.is_guest) {
    finding.problem =
        "no command in the guest helps: its host must give it a virtual PMU (QEMU: -cpu "
        "host,pmu=on), or use a machine without a hypervisor";
  } else if (mentions(why, "ENOENT")) {
    finding.problem = "the kernel has no driver for this CPU's PMU, or the firmware withholds it";
  }
  return finding;
}

std::optional<std::string> mount_point(const std::string& mounts, const std::string& type) {
  std::optional<std::string> point;
  std::string rest = mounts;
  for (std::size_t begin = 0; begin < mounts.size() && !point;) {
    const std::size_t end = std::min(mounts.find('\n', begin), mounts.size());
    const auto words = words_of(mounts.substr(begin, end - begin));
    if (words.size() > 2 && words[2] == type) point = words[1];
    begin = end + 1;
  }
  return point;
}

Finding software(const std::map<std::string, Availability>& events) {
  std::vector<std::string> good;
  for (const auto& [name, availability] : events) {
    if (availability.available)
      good.push_back(name);
    else
      return missing("software events", name + ": " + availability.reason, {});
  }
  if (good.empty()) return absent("software events", "none was tried");
  return fine("software events", fmt::format("{} (counted right)", fmt::join(good, ", ")));
}

}  // namespace

bool has_perfmon(const FileText& status, const FileText& uid_map) {
  constexpr int kSysAdmin = 21, kPerfmon = 38;  // linux/capability.h
  const std::string text = field_of(status.text, "CapEff").value_or("");
  if (uid_map && words_of(uid_map.text) != std::vector<std::string>{"0", "0", "4294967295"})
    return false;
  std::uint64_t set = 0;
  std::from_chars(text.data(), text.data() + text.size(), set, 16);
  return ((set >> kSysAdmin | set >> kPerfmon) & 1) != 0;
}

Findings judge_hardware(const std::map<std::string, Availability>& events, const Rights& rights) {
  constexpr const char* kName = "hardware counters";
  std::vector<std::string> good;
  std::map<std::string, std::vector<std::string>> bad;  // by reason
  for (const auto& [name, availability] : events) {
    if (availability.available)
      good.push_back(name);
    else
      bad[availability.reason].push_back(name);
  }
  Findings findings;
  if (!good.empty())
    findings.push_back(fine(kName, fmt::format("{} (known answers right)", fmt::join(good, ", "))));
  for (const auto& [reason, names] : bad) {
    const bool all = good.empty() && bad.size() == 1;
    findings.push_back(
        missing(all ? kName : fmt::format("{}", fmt::join(names, ", ")), reason, rights));
  }
  if (findings.empty()) findings.push_back(absent(kName, "none was tried"));
  return findings;
}

Finding judge_breakpoints(const Availability& breakpoints) {
  constexpr const char* kName = "breakpoints";
  if (breakpoints.available) return fine(kName, "hardware breakpoints count (known answer right)");
  Finding finding = absent(kName, breakpoints.reason);
  // Where the hardware has none, nothing helps, and nothing is lost but a check of the probes'
  // counts.
  const bool has_none = mentions(breakpoints.reason, "known-answer");
  finding.severity = has_none ? Severity::note : Severity::obstacle;
  finding.problem = mentions(breakpoints.reason, "ENOSPC")
                        ? "all are taken: a debugger, or another tracer, holds them"
                    : is_blocked(breakpoints) || mentions(breakpoints.reason, "EACCES")
                        ? "the kernel refuses; see perf_event_paranoid and seccomp"
                    : has_none
                        ? "the hypervisor does not pass the debug registers on, or the CPU has none"
                        : "hit counts cannot be checked by the hardware here";
  return finding;
}

Finding judge_paranoid(const FileText& paranoid, const Rights& rights) {
  constexpr const char* kName = "perf_event_paranoid";
  if (!paranoid) return absent(kName, paranoid.why_absent + ": a kernel without perf events");
  const auto level = whole_number(paranoid.text);
  if (!level) return absent(kName, "no number");
  const std::string value = fmt::format("{}", *level);
  if (rights.has_perfmon)
    return fine(kName, value + ": does not bind this process, which has CAP_PERFMON");
  if (*level <= 1) return fine(kName, value + ": user and kernel mode may be counted");
  if (*level == 2)
    return note(kName, value + ": user mode may be counted, which is enough for the tool",
                "the kernel's share of an operation cannot be counted", kAllowKernel);
  return obstacle(kName, value + ": no counter and no breakpoint for users",
                  "perf_event_open fails with EACCES or EPERM", kAllowUser);
}

Finding judge_seccomp(const FileText& status, bool is_blocked) {
  constexpr const char* kName = "seccomp";
  const auto mode = field_of(status.text, "Seccomp");
  if (!mode)
    return absent(kName, status ? "the kernel does not say (built without)" : status.why_absent);
  const bool no_privileges = field_of(status.text, "NoNewPrivs") == "1";
  const std::string more = no_privileges ? ", NoNewPrivs" : "";
  if (*mode == "0") return fine(kName, "off" + more);
  const std::string value = (*mode == "2" ? "filtered" : "strict") + more;
  if (!is_blocked) return fine(kName, value + "; perf_event_open passes");
  return obstacle(kName, value + "; perf_event_open is blocked",
                  "the container's filter forbids counters and breakpoints; start it with",
                  "docker run --cap-add PERFMON --security-opt seccomp=unconfined ...");
}

Finding judge_rdpmc(const FileText& rdpmc) {
  if (!rdpmc) return absent("rdpmc", "no PMU of the CPU in sysfs that has it");
  if (rdpmc.text == "1" || rdpmc.text == "2")
    return fine("rdpmc", rdpmc.text + ": counters are read without a system call");
  if (rdpmc.text == "0")
    return note("rdpmc", "0: counters are read by system calls", "reading costs some 1 us a block",
                fmt::format("echo 1 | sudo tee {}", kRdpmc));
  return absent("rdpmc", "no number of 0 to 2");
}

Finding event_table(const FileText& cpuinfo) {
  constexpr const char* kName = "events by cause";
  if (!cpuinfo) return absent(kName, "/proc/cpuinfo: " + cpuinfo.why_absent);
  // A longer file was cut: only what it says of whole CPUs counts.
  const std::string_view text = cpuinfo.text;
  const std::size_t last = text.rfind("\n\n");
  const CpuModel model = cpu_of_cpuinfo(text.substr(0, last));
  const auto rows = cause_events(model.cpu);
  if (rows.empty()) return absent(kName, "no table for this CPU; others' names and rNNN will do");
  return fine(kName, fmt::format("{} of {}", rows.size(), model.name));
}

Finding judge_watchdog(const FileText& watchdog, bool has_pmu) {
  constexpr const char* kName = "NMI watchdog";
  if (!watchdog) return absent(kName, watchdog.why_absent);
  if (watchdog.text == "0") return fine(kName, "off");
  if (!has_pmu) return fine(kName, "on; there is no counter that it could take");
  return obstacle(kName, "on", "it takes one counter of each CPU for itself",
                  "sudo sysctl kernel.nmi_watchdog=0");
}

Finding judge_tracefs(const MachineFiles& files) {
  constexpr const char* kName = "tracefs, uprobes";
  const bool has_uprobes =
      static_cast<bool>(files.read("/sys/bus/event_source/devices/uprobe/type"));
  const std::string uprobes = has_uprobes ? "; perf has uprobes" : "; perf has no uprobes";
  const auto point = mount_point(files.read("/proc/self/mounts").text, "tracefs");
  if (point && !files.list(*point).empty())
    return fine(kName, fmt::format("mounted at {}, readable{}", *point, uprobes));
  if (point)
    return note(kName, fmt::format("mounted at {}, not readable by this user{}", *point, uprobes),
                "tracepoints are for root; the tool itself does not need them");
  if (mentions(files.read("/proc/filesystems").text, "tracefs"))
    return note(kName, "not mounted" + uprobes,
                "tracepoints cannot be named; the tool itself does not need them",
                fmt::format("sudo mount -t tracefs nodev {}", kTracefs));
  return absent(kName, "no tracefs in this kernel" + uprobes);
}

Topic examine_counting(const MachineFiles& files, const CounterProbe& probe, bool is_guest) {
  const FileText status = files.read("/proc/self/status");
  const Rights rights{is_guest, has_perfmon(status, files.read("/proc/self/uid_map"))};
  Topic topic{"counters", judge_hardware(probe.hardware, rights)};
  const bool has_pmu =
      std::ranges::any_of(probe.hardware, [](const auto& one) { return one.second.available; });
  for (Finding finding :
       {event_table(files.read("/proc/cpuinfo")), judge_breakpoints(probe.breakpoints),
        software(probe.software),
        judge_paranoid(files.read("/proc/sys/kernel/perf_event_paranoid"), rights),
        judge_seccomp(status, is_blocked(probe.breakpoints)), judge_rdpmc(files.read(kRdpmc)),
        judge_watchdog(files.read("/proc/sys/kernel/nmi_watchdog"), has_pmu), judge_tracefs(files)})
    topic.findings.push_back(std::move(finding));
  return topic;
}

}  // namespace tracetoll
