#include "contention.hpp"

#include <fmt/format.h>

#include "cpu_quota.hpp"
#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr double kMuchPressure = 10;  // percent
constexpr double kMuchSteal = 1;      // percent
constexpr const char* kWhoRuns = "top -b -n 2 -d 1 | tail -n +8 | head -n 30";

Finding isolated(const MachineFiles& files) {
  const FileText isolated = files.read("/sys/devices/system/cpu/isolated");
  const FileText tickless = files.read("/sys/devices/system/cpu/nohz_full");
  const bool has_tickless = tickless && !tickless.text.empty() && tickless.text != "(null)";
  const std::string ticks = has_tickless ? ", without ticks: " + tickless.text : "";
  if (!isolated) return absent("isolated CPUs", isolated.why_absent);
  if (isolated.text.empty()) return fine("isolated CPUs", "none" + ticks);
  return note("isolated CPUs", isolated.text + ticks,
              "a run uses them only when it is bound to one of them",
              cpu_list(isolated.text) ? fmt::format("taskset -c {} build/tracetoll run",
                                                    cpu_list(isolated.text)->front())
                                      : "");
}

Finding huge_pages(const FileText& enabled) {
  const auto chosen = chosen_of(enabled.text);
  if (!chosen) return absent("huge pages", enabled ? "no such setting" : enabled.why_absent);
  if (*chosen != "always") return fine("huge pages", *chosen);
  return note("huge pages", *chosen, "whether data gets them depends on free memory, run by run",
              "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
}

Finding swap(const FileText& areas, const FileText& counts) {
  if (!areas) return absent("swap", "/proc/swaps: " + areas.why_absent);
  if (areas.text.find('\n') == std::string::npos) return fine("swap", "none");
  const auto in = whole_number(line_after(counts.text, "pswpin ").value_or(""));
  const auto out = whole_number(line_after(counts.text, "pswpout ").value_or(""));
  if (!in || !out) return fine("swap", "configured; the kernel does not count what is swapped");
  return fine("swap",
              fmt::format("configured; {} pages came in and {} went out since boot", *in, *out));
}

}  // namespace

Finding judge_load(const FileText& loadavg, std::size_t cpus) {
  const auto words = words_of(loadavg.text);
  const auto load = words.size() < 4 ? std::nullopt : decimal_number(words[0]);
  if (!load || *load < 0) return absent("load", loadavg ? "no figures" : loadavg.why_absent);
  const auto runnable = whole_number(words[3].substr(0, words[3].find('/')));
  std::string value = fmt::format("{} {} {} (1, 5 and 15 min) on {} CPU{}", words[0], words[1],
                                  words[2], cpus, cpus == 1 ? "" : "s");
  if (runnable) value += fmt::format("; {} runnable now, this process among them", *runnable);
  if (*load >= static_cast<double>(cpus))
    return obstacle("load", value, "blocks are preempted; end what need not run, or wait",
                    kWhoRuns);
  if (*load >= 0.5 * static_cast<double>(cpus))
    return note("load", value, "others share caches, memory and clock", kWhoRuns);
  return fine("load", value);
}

Finding judge_pressure(const FileText& pressure) {
  constexpr const char* kName = "CPU pressure";
  if (!pressure) return absent(kName, "/proc/pressure/cpu: " + pressure.why_absent);
  const auto percent = pressure_avg10(pressure.text);
  if (!percent) return absent(kName, "/proc/pressure/cpu says nothing of 10 s");
  const std::string value =
      fmt::format("some task waited for a CPU in {} % of the last 10 s", *percent);
  if (*percent < kMuchPressure) return fine(kName, value);
  return obstacle(kName, value, "more wants to run than there are CPUs for");
}

Finding judge_steal(const FileText& stat) {
  constexpr const char* kName = "stolen time";
  constexpr std::size_t kSteal = 7;  // column, from 0
  const auto words = words_of(line_after(stat.text, "cpu ").value_or(""));
  if (words.size() <= kSteal) return absent(kName, stat ? "not counted" : stat.why_absent);
  double total = 0, stolen = 0;
  for (std::size_t i = 0; i <= kSteal; ++i) {
    const auto ticks = whole_number(words[i]);
    if (!ticks || *ticks < 0) return absent(kName, "not counted");
    total += static_cast<double>(*ticks);
    if (i == kSteal) stolen = static_cast<double>(*ticks);
  }
  if (total <= 0) return absent(kName, "not counted");
  if (stolen == 0)
    return fine(kName, "none reported since boot; a host need not report any to its guests");
  const double percent = 100 * stolen / total;
  const std::string value = fmt::format("{:.2g} % of all CPUs' time since boot", percent);
  if (percent < kMuchSteal) return fine(kName, value);
  return note(kName, value, "the host runs others on these CPUs; rounds that meet it are counted");
}

Finding judge_affinity(const FileText& status, const std::vector<int>& online) {
  constexpr const char* kName = "CPUs allowed";
  const auto text = field_of(status.text, "Cpus_allowed_list");
  const auto cpus = text ? cpu_list(*text) : std::nullopt;
  if (!cpus) return absent(kName, status ? "/proc/self/status names none" : status.why_absent);
  const bool all = cpus->size() >= online.size();
  return fine(kName, fmt::format("{}{}", cpu_ranges(*cpus), all ? " (all)" : ""));
}

Topic examine_contention(const MachineFiles& files, const std::vector<int>& online) {
  return {
      "contention",
      {judge_load(files.read("/proc/loadavg"), online.size()),
       judge_pressure(files.read("/proc/pressure/cpu")), judge_steal(files.read("/proc/stat")),
       cpu_quota(files), isolated(files), judge_affinity(files.read("/proc/self/status"), online),
       huge_pages(files.read("/sys/kernel/mm/transparent_hugepage/enabled")),
       swap(files.read("/proc/swaps"), files.read("/proc/vmstat"))}};
}

}  // namespace tracetoll
