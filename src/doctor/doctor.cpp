#include "doctor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "clocks.hpp"
#include "contention.hpp"
#include "counting.hpp"
#include "cpus.hpp"
#include "frequency.hpp"
#include "process.hpp"
#include "surroundings.hpp"

namespace tracetoll {
namespace {

Finding times(const Noise& noise) {
  constexpr const char* kName = "times";
  if (noise.failed) return absent(kName, noise.why_absent);
  if (!noise.why_absent.empty())
    return fine(kName, "yes; how noisy they are is not known: " + noise.why_absent);
  std::vector<std::string> parts;
  for (const WorkloadNoise& workload : noise.workloads) {
    if (workload.copy.interval)
      parts.push_back(
          fmt::format("{:.2g} % in {}", smallest_resolvable(workload.copy), workload.name));
    else
      parts.push_back(fmt::format("none in {} ({})", workload.name, workload.copy.reason));
  }
  const std::string text = fmt::format(
      "yes; half-widths of one A/A of {:.1f} s, which themselves vary by a factor of 2 "
      "or so: {}",
      noise.seconds, fmt::join(parts, ", "));
  if (noise.copies_failure.empty() && noise.dose_failure.empty()) return fine(kName, text);
  return fine(kName, text + "; but a check failed, see noise");
}

Finding exact_counts(const ProgramVersions& programs) {
  constexpr const char* kName = "exact counts";
  const auto valgrind = programs.find("valgrind");
  if (valgrind == programs.end()) return absent(kName, "valgrind was not looked for");
  if (!valgrind->second.why_absent.empty())
    return absent(kName, "valgrind: " + valgrind->second.why_absent);
  return fine(kName, fmt::format("yes, by Callgrind ({})", valgrind->second.line));
}

Finding hardware_counters(const CounterProbe& probe) {
  constexpr const char* kName = "hardware counters";
  std::vector<std::string> good;
  std::string reason = "none was tried";
  for (const auto& [name, availability] : probe.hardware) {
    if (availability.available)
      good.push_back(name);
    else
      reason = availability.reason;
  }
  if (good.empty()) return absent(kName, reason);
  return fine(kName, fmt::format("yes: {}", fmt::join(good, ", ")));
}

Findings abilities_of(const Observed& observed) {
  const Availability& hits = observed.counters.breakpoints;
  return {times(observed.noise), exact_counts(observed.programs),
          hardware_counters(observed.counters),
          fine("hit counts",
               hits.available
                   ? "yes, by the probes, checked by hardware breakpoints"
                   : "yes, by the probes; not checked by hardware breakpoints: " + hits.reason)};
}

// Root needs no sudo, and a container's image seldom has it.
void drop_sudo(std::string& command) {
  constexpr std::string_view kSudo = "sudo ";
  for (std::size_t at = command.find(kSudo); at != std::string::npos; at = command.find(kSudo, at))
    command.erase(at, kSudo.size());
}

}  // namespace

Observed observe(const std::string& no_noise) {
  Observed observed;
  observed.machine = this_machine();
  observed.counters = probe_counters();
  observed.programs = find_programs();
  observed.noise.why_absent = no_noise;
  observed.is_root = ::geteuid() == 0;
  return observed;
}

Diagnosis diagnose(const MachineFiles& files, Observed observed) {
  const MachineFacts& machine = observed.machine;
  const bool is_guest = !machine.hypervisor.empty();
  const std::vector<int> online = online_cpus(files, machine);
  Diagnosis diagnosis;
  diagnosis.abilities = abilities_of(observed);
  diagnosis.topics = {examine_cpus(files, machine),
                      examine_surroundings(files, machine),
                      examine_counting(files, observed.counters, is_guest),
                      examine_frequency(files, online, is_guest),
                      examine_contention(files, online),
                      examine_clocks(files, thread_cpu_time_ns, elapsed_ns),
                      examine_process(files),
                      judge_programs(observed.programs),
                      judge_noise(observed.noise)};
  if (observed.is_root)
    for (Topic& topic : diagnosis.topics)
      for (Finding& finding : topic.findings) drop_sudo(finding.remedy);
  diagnosis.observed = std::move(observed);
  return diagnosis;
}

}  // namespace tracetoll
