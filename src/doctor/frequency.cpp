#include "frequency.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr const char* kNoTurbo = "/sys/devices/system/cpu/intel_pstate/no_turbo";
constexpr const char* kBoost = "/sys/devices/system/cpu/cpufreq/boost";
constexpr const char* kSetPerformance =
    "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";

// "performance on 0-3, powersave on 4-7"; without the CPUs where all agree
std::string by_value(const std::vector<std::pair<int, std::string>>& values) {
  std::map<std::string, std::vector<int>> cpus;
  for (const auto& [cpu, value] : values) cpus[value].push_back(cpu);
  if (cpus.size() == 1) return cpus.begin()->first;
  std::vector<std::string> parts;
  for (const auto& [value, of_value] : cpus)
    parts.push_back(fmt::format("{} on {}", value, cpu_ranges(of_value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string gigahertz(std::int64_t khz) {
  return fmt::format("{:.2f}", static_cast<double>(khz) / 1e6);
}

// Least and largest of one file over all CPUs, in kHz.
struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = 0;
  explicit operator bool() const { return most > 0; }
};

class CpuFrequency {
 public:
  CpuFrequency(const MachineFiles& files, const std::vector<int>& cpus)
      : files_(files), cpus_(cpus) {}

  std::vector<std::pair<int, std::string>> texts(const char* name) const {
    std::vector<std::pair<int, std::string>> result;
    for (const int cpu : cpus_)
      if (const FileText file = read(cpu, name); file && !file.text.empty())
        result.emplace_back(cpu, file.text);
    return result;
  }

  Range range(const char* name) const {
    Range range;
    for (const auto& [cpu, text] : texts(name)) {
      const auto khz = whole_number(text);
      if (!khz || *khz <= 0) continue;
      range.least = std::min(range.least, *khz);
      range.most = std::max(range.most, *khz);
    }
    return range;
  }

 private:
  FileText read(int cpu, const char* name) const {
    return files_.read(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/{}", cpu, name));
  }

  const MachineFiles& files_;
  const std::vector<int>& cpus_;
};

Finding frequencies(const CpuFrequency& cpufreq) {
  const Range least = cpufreq.range("scaling_min_freq");
  const Range most = cpufreq.range("scaling_max_freq");
  const Range current = cpufreq.range("scaling_cur_freq");
  if (!least || !most) return absent("frequencies", "the driver gives no limits");
  std::string value =
      fmt::format("{} to {} GHz allowed", gigahertz(least.least), gigahertz(most.most));
  if (current)
    value += fmt::format(", {} to {} now", gigahertz(current.least), gigahertz(current.most));
  return fine("frequencies", value);
}

}  // namespace

Finding judge_governors(const std::vector<std::pair<int, std::string>>& governors,
                        const std::string& driver) {
  if (governors.empty()) return absent("governor", "the driver names none");
  const std::string value = by_value(governors);
  const bool hardware_varies = driver.starts_with("intel_pstate") || driver == "amd-pstate-epp";
  const bool all_performance =
      std::ranges::all_of(governors, [](const auto& one) { return one.second == "performance"; });
  const bool all_fixed = std::ranges::all_of(governors, [&](const auto& one) {
    return one.second == "performance" || one.second == "userspace" ||
           (one.second == "powersave" && !hardware_varies);
  });
  if (all_performance) return fine("governor", value);
  if (all_fixed)
    return note("governor", value, "a fixed clock, which need not be the one of production",
                kSetPerformance);
  return obstacle("governor", value, "the clock follows the load, also within a round",
                  kSetPerformance);
}

Finding judge_boost(const FileText& no_turbo, const FileText& boost) {
  constexpr const char* kProblem =
      "the clock depends on heat and on what the other cores do; without it figures repeat better";
  if (no_turbo.text == "1") return fine("turbo", "off (intel_pstate/no_turbo is 1)");
  if (no_turbo.text == "0")
    return obstacle("turbo", "on (intel_pstate/no_turbo is 0)", kProblem,
                    fmt::format("echo 1 | sudo tee {}", kNoTurbo));
  if (boost.text == "0") return fine("turbo", "off (cpufreq/boost is 0)");
  if (boost.text == "1")
    return obstacle("turbo", "on (cpufreq/boost is 1)", kProblem,
                    fmt::format("echo 0 | sudo tee {}", kBoost));
  return absent("turbo", "the kernel has no switch for it");
}

Topic examine_frequency(const MachineFiles& files, const std::vector<int>& cpus, bool is_guest) {
  const CpuFrequency cpufreq(files, cpus);
  const auto drivers = cpufreq.texts("scaling_driver");
  const Finding boost = judge_boost(files.read(kNoTurbo), files.read(kBoost));
  if (drivers.empty()) {
    const char* why = is_guest ? "no cpufreq in this guest: its host sets the frequency"
                               : "no cpufreq driver: the firmware sets the frequency";
    return {"frequency", {absent("driver", why), absent("governor", why), boost}};
  }
  return {"frequency",
          {fine("driver", by_value(drivers)),
           judge_governors(cpufreq.texts("scaling_governor"), drivers.front().second),
           frequencies(cpufreq), boost}};
}

}  // namespace tracetoll
