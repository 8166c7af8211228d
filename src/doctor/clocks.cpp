#include "clocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>

#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr int kBatches = 101;
constexpr int kCallsOfABatch = 200;
constexpr double kBlockNs = 1e6;
constexpr double kMuchOfABlock = 1;  // percent

std::int64_t now(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

std::int64_t thread_cpu_time_ns() {
  return now(CLOCK_THREAD_CPUTIME_ID);
}

std::int64_t elapsed_ns() {
  return now(CLOCK_MONOTONIC);
}

std::optional<ClockFigures> measure_clock(const ReadClock& read) {
  std::array<double, kBatches> means{};
  std::int64_t step = std::numeric_limits<std::int64_t>::max();
  for (double& mean : means) {
    const std::int64_t begin = read();
    std::int64_t last = begin;
    for (int call = 0; call < kCallsOfABatch; ++call) {
      const std::int64_t next = read();
      if (next > last) step = std::min(step, next - last);
      last = next;
    }
    mean = static_cast<double>(last - begin) / kCallsOfABatch;
  }
  std::ranges::nth_element(means, means.begin() + kBatches / 2);
  const double median = means[kBatches / 2];
  if (step == std::numeric_limits<std::int64_t>::max() || median < 0) return std::nullopt;
  return ClockFigures{median, step};
}

Finding judge_clock(const std::string& name, const std::optional<ClockFigures>& figures) {
  if (!figures) return absent(name, "it did not move in 20,000 readings");
  const double percent = 100 * 2 * figures->call_ns / kBlockNs;
  const std::string value = fmt::format(
      "{:.0f} ns a reading, steps of {} ns or less; two readings are {:.2g} % of a block of 1 ms",
      figures->call_ns, figures->step_ns, percent);
  if (percent < kMuchOfABlock) return fine(name, value);
  return obstacle(name, value, "the clock takes a visible part of a block; see the clock source");
}

Finding judge_clock_source(const FileText& current, const FileText& available) {
  constexpr const char* kName = "clock source";
  if (!current || current.text.empty())
    return absent(kName, current ? "the kernel names none" : current.why_absent);
  const std::string value =
      fmt::format("{} (available: {})", current.text, available ? available.text : "not known");
  const bool slow =
      current.text == "hpet" || current.text == "acpi_pm" || current.text == "jiffies";
  if (!slow) return fine(kName, value);
  for (const std::string& other : words_of(available.text))
    if (other == "tsc" || other == "kvm-clock" || other == "hyperv_clocksource_tsc_page")
      return obstacle(
          kName, value, "each reading goes to a device, about 1 us",
          fmt::format(
              "echo {} | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource",
              other));
  return obstacle(kName, value,
                  "each reading goes to a device, about 1 us; the kernel gave the TSC up: boot "
                  "with tsc=reliable if `journalctl -k -g TSC` shows no fault of it");
}

Finding judge_tsc(const FileText& cpuinfo) {
  constexpr const char* kName = "invariant TSC";
  const auto flags = field_of(cpuinfo.text, "flags");
  if (!flags) return absent(kName, "no TSC in /proc/cpuinfo: the kernel's clock source counts");
  bool constant = false, nonstop = false;
  for (const std::string& flag : words_of(*flags)) {
    constant |= flag == "constant_tsc";
    nonstop |= flag == "nonstop_tsc";
  }
  if (constant && nonstop) return fine(kName, "yes (constant_tsc, nonstop_tsc)");
  return note(kName, fmt::format("no ({} missing)", constant ? "nonstop_tsc" : "constant_tsc"),
              "cycles of rdtsc are no time on this CPU; the kernel's clocks stay right");
}

Topic examine_clocks(const MachineFiles& files, const ReadClock& thread_cpu_time,
                     const ReadClock& elapsed) {
  const std::string folder = "/sys/devices/system/clocksource/clocksource0/";
  return {"clock",
          {judge_clock_source(files.read(folder + "current_clocksource"),
                              files.read(folder + "available_clocksource")),
           judge_tsc(files.read("/proc/cpuinfo")),
           judge_clock("thread CPU time", measure_clock(thread_cpu_time)),
           judge_clock("elapsed time", measure_clock(elapsed))}};
}

}  // namespace tracetoll
