// The comparison as the kernel test robot (0-day, LKP) prints one, for those who read its mails:
//
//   ---------------- ---------------------------
//            %stddev     %change         %stddev
//        66597 +-  3%     -96.6%       2260 +-  2%  will-it-scale.per_process_ops
//
// with a plus-minus sign in UTF-8 for "+-". As there, a metric that is a percentage by itself
// (`slowdown%`) changes in points and has no % behind the change. Otherwise than there, %stddev is
// always shown (it is the SD across layouts), and the interval of the change follows the name: the
// robot has none.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compare.hpp"
#include "compare_verdict.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kOldWidth = 16;  // the dashes of the robot
constexpr std::size_t kNewWidth = 27;

struct Metric {
  std::string name;
  Estimate before;
  Estimate after;
  Estimate change;
  bool is_percent = false;  // so that the change is in points
};

// 7.6, 112.01, 66597 or 2.177e+09, as the robot does.
std::string value_of(double value) {
  const double size = std::abs(value);
  return size >= 1e8 ? fmt::format("{:.3e}", value)
                     : fmt::format("{:.{}f}", value, size >= 1000 ? 0 : 2);
}

// 16 columns behind `width - 10` spaces: value and SD.
std::string figure(const Estimate& estimate, std::size_t width) {
  if (!estimate.interval) return fmt::format("{:>{}}{:6}", "-", width, "");
  const double value = estimate.interval->value;
  const double percent = value == 0 ? 1e9 : 100 * estimate.layouts.sd / std::abs(value);
  const auto sd = percent >= 999.5 ? ">1k" : fmt::format("{:3.0f}", percent);
  return fmt::format("{:>{}} \u00b1{}%", value_of(value), width, sd);
}

std::string change_of(const Metric& metric) {
  if (!metric.change.interval) return fmt::format("{:11}", "");
  const double value = std::round(10 * metric.change.interval->value) / 10 + 0.0;  // not "-0.0"
  const auto number =
      std::abs(value) >= 1e5 ? fmt::format("{:+.1e}", value) : fmt::format("{:+.1f}", value);
  return fmt::format("{:>10}{}", number, metric.is_percent ? " " : "%");
}

std::string interval_of(const Metric& metric) {
  const auto& interval = metric.change.interval;
  if (!interval) return ascii(metric.change.reason);
  return fmt::format("{}{}{}", metric.change.resolved() ? "" : "not resolved ",
                     bounds(*interval, decimals_for(*interval)),
                     metric.is_percent ? " points" : " %");
}

// Operations a second of a time: where the one is high, the other is low.
Estimate per_second(Estimate ns) {
  if (!ns.interval) return ns;
  // The SD of 1e9 / t is 1e9 / t^2 times that of t, to first order: the same share of the value.
  const double share = ns.layouts.sd / ns.interval->value;
  ns.interval = Interval{1e9 / ns.interval->value, 1e9 / ns.interval->high, 1e9 / ns.interval->low};
  ns.layouts = {share * ns.interval->value, 1e9 / ns.layouts.high, 1e9 / ns.layouts.low};
  return ns;
}

// The change of 1 / t, in percent, from that of t.
double inverse_percent(double percent) {
  return 100 * (1 / (1 + percent / 100) - 1);
}

Estimate change_of_inverse(Estimate change) {
  if (!change.interval) return change;
  const Interval& old = *change.interval;
  change.interval =
      Interval{inverse_percent(old.value), inverse_percent(old.high), inverse_percent(old.low)};
  return change;
}

std::vector<Metric> metrics_of(const Comparison& comparison) {
  std::vector<Metric> result;
  for (const auto& workload : comparison.workloads) {
    for (const auto& variant : workload.variants) {
      const auto stem = ascii(workload.name) + "." + ascii(variant.name);
      const Change& time = variant.time;
      result.push_back({stem + ".ns_per_op", time.before, time.after, time.change});
      result.push_back({stem + ".per_process_ops", per_second(time.before), per_second(time.after),
                        change_of_inverse(time.change)});
      if (!variant.effect) continue;
      const Change& effect = *variant.effect;
      result.push_back({stem + ".slowdown%", effect.before, effect.after, effect.change, true});
    }
  }
  return result;
}

std::string name_of(const Report& report, const char* otherwise) {
  return report.file.empty() ? otherwise : report.file;
}

std::string header(const Comparison& comparison) {
  const std::string before = name_of(comparison.before, "OLD");
  const std::string after = name_of(comparison.after, "NEW");
  return std::string(89, '=') + "\n" +
         fmt::format("runs:\n{}{}\n",
                     wrap(before + ": " + text_machine(comparison.before.context), "  ", "    "),
                     wrap(after + ": " + text_machine(comparison.after.context), "  ", "    ")) +
         trimmed(
             fmt::format("{:<{}} {}", fit(before, kOldWidth), kOldWidth, fit(after, kNewWidth))) +
         fmt::format("{} {}\n", std::string(kOldWidth, '-'), std::string(kNewWidth, '-')) +
         "         %stddev     %change         %stddev\n" +
         "             \\          |                \\\n";
}

std::string table(const Comparison& comparison) {
  const auto metrics = metrics_of(comparison);
  std::size_t width = 0;
  for (const Metric& metric : metrics) width = std::max(width, metric.name.size());
  std::string result;
  for (const Metric& metric : metrics) {
    result += fmt::format("{}{}{}  {:<{}}  {}\n", figure(metric.before, 10), change_of(metric),
                          figure(metric.after, 11), metric.name, width, interval_of(metric));
  }
  return result;
}

}  // namespace

std::string compare_lkp(const Comparison& comparison) {
  const auto unreliable = compare_unreliable(comparison);
  std::string result = unreliable + (unreliable.empty() ? "" : "\n") +
                       wrap(compare_verdict(comparison), "", "  ") + "\n" + header(comparison) +
                       table(comparison) + "\n";
  result += wrap(
      "%stddev is the SD across layouts. Behind each name stands the interval of its change, or "
      "why "
      "there is none. The speed of the machine in the hour of each run is in ns_per_op and "
      "per_process_ops; compare with those of `none`. In slowdown% it cancels.",
      "# ", "# ");
  for (const auto& note : compare_notes(comparison)) result += wrap(note, "# ", "#   ");
  return result;
}

}  // namespace tracetoll
