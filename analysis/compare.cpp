#include "compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "holm.hpp"
#include "layout_figures.hpp"
#include "statistics.hpp"
#include "text_format.hpp"
#include "two_sample.hpp"
#include "unlike.hpp"

namespace tracetoll {

namespace {

Interval map_interval(const Interval& interval, double (*function)(double)) {
  return {function(interval.value), function(interval.low), function(interval.high)};
}

double as_it_is(double value) {
  return value;
}
double to_ns(double log_time) {
  return std::exp(log_time);
}
double to_percent(double log_ratio) {
  return 100 * std::expm1(log_ratio);
}

// Of one run alone.
Estimate estimate_time(const std::vector<double>& log_times) {
  Estimate result = estimate_location(log_times, kDefaultLevel);
  if (!result.interval) return result;
  result.interval = map_interval(*result.interval, to_ns);
  std::vector<double> ns(log_times);
  std::ranges::transform(ns, ns.begin(), to_ns);
  const auto [low, high] = std::ranges::minmax(ns);
  result.layouts = {*standard_deviation(ns), low, high};
  return result;
}

// A change of which the difference is known, and not yet the level.
struct Open {
  Change* change;
  TwoSample samples;
};

Open open_change(Change& change, const std::vector<double>& before,
                 const std::vector<double>& after) {
  Open open{&change, compare_samples(before, after)};
  change.change.n = static_cast<int>(std::min(before.size(), after.size()));
  if (before.empty() || after.empty()) {
    change.change.reason = fmt::format("not measured in {}", before.empty() ? "OLD" : "NEW");
  } else {
    change.change.reason = open.samples.reason;
  }
  return open;
}

// Holm's decisions about the differences from `hypothesis`, in the order of the family.
std::vector<std::optional<HolmDecision>> decide(const std::vector<Open>& family, double hypothesis,
                                                double alpha) {
  std::vector<std::optional<double>> p_values;
  for (const Open& open : family) {
    const auto& difference = open.samples.difference;
    p_values.push_back(difference ? std::optional(difference->p_value(hypothesis)) : std::nullopt);
  }
  return holm(p_values, alpha);
}

// Gives each change its level, its interval in the unit shown, and its verdict. The threshold is
// given in that unit and, for the test, in the unit of the differences.
void close_family(const std::vector<Open>& family, double (*unit)(double), double threshold,
                  double threshold_of_difference, double alpha) {
  const auto decisions = decide(family, 0, alpha);
  const auto about_threshold = decide(family, threshold_of_difference, alpha);
  for (std::size_t i = 0; i < family.size(); ++i) {
    Change& change = *family[i].change;
    const auto& difference = family[i].samples.difference;
    if (!difference) continue;
    change.change.level = decisions[i]->level;
    change.change.interval = map_interval(difference->at(decisions[i]->level), unit);
    change.p_value = difference->p_value();
    change.regression = about_threshold[i]->rejected && change.change.interval->low > threshold;
  }
}

Tally tally(const std::vector<Open>& family) {
  Tally result;
  for (const Open& open : family) {
    const Estimate& change = open.change->change;
    result.missing += change.interval ? 0 : 1;
    result.compared += change.interval ? 1 : 0;
    result.slower += change.positive() ? 1 : 0;
    result.faster += change.negative() ? 1 : 0;
    result.regressions += open.change->regression ? 1 : 0;
  }
  result.unresolved = result.compared - result.slower - result.faster;
  return result;
}

bool has_variant(const Context& context, const std::string& name) {
  return name == kBaseline || std::ranges::find(context.variants, name) != context.variants.end();
}

std::vector<std::string> variants_in_both(const Context& before, const Context& after) {
  std::vector<std::string> result = {kBaseline};
  for (const auto& name : before.variants) {
    if (name != kBaseline && has_variant(after, name)) result.push_back(name);
  }
  return result;
}

std::vector<WorkloadComparison> workloads_in_both(const Context& before, const Context& after) {
  std::vector<WorkloadComparison> result;
  for (const auto& workload : before.workloads) {
    if (!find_workload(after, workload.name)) continue;
    WorkloadComparison one{workload.name, workload.operation, {}};
    for (const auto& name : variants_in_both(before, after)) {
      one.variants.push_back({name, std::nullopt, {}});
      if (name != kBaseline) one.variants.back().effect.emplace();
    }
    result.push_back(std::move(one));
  }
  return result;
}

// "variants that only OLD has: anchor, branch"
std::vector<std::string> left_out_of(const Context& before, const Context& after) {
  std::vector<std::string> result;
  const auto add = [&](const Context& some, const Context& others, const char* run) {
    std::vector<std::string> names;
    for (const auto& name : some.variants) {
      if (!has_variant(others, name)) names.push_back(fit(name, 60));
    }
    if (names.empty()) return;
    result.push_back(fmt::format("variants that only {} has: {}", run, fmt::join(names, ", ")));
  };
  add(before, after, "OLD");
  add(after, before, "NEW");
  return result;
}

void check_alike(const std::vector<std::string>& ways) {
  constexpr std::size_t kMostListed = 8;
  if (ways.empty()) return;
  const auto listed = std::min(ways.size(), kMostListed);
  const auto end = ways.begin() + static_cast<std::ptrdiff_t>(listed);
  const auto more = ways.size() > listed ? fmt::format("; and {} more", ways.size() - listed) : "";
  throw InputError(
      fmt::format("unlike runs, of which a change says little (--allow-unlike compares what both "
                  "have): {}{}",
                  fmt::join(ways.begin(), end, "; "), more));
}

void check_common(const Comparison& comparison) {
  const auto& workloads = comparison.workloads;
  if (workloads.empty()) throw InputError("nothing to compare: no workload is in both runs");
  const bool only_baseline = workloads.front().variants.size() == 1;
  if (only_baseline && comparison.options.judged == Judged::kEffect) {
    throw InputError(
        "nothing to compare: no variant but none is in both runs (--on time compares its time)");
  }
}

}  // namespace

Comparison make_comparison(const Samples& before, const Samples& after,
                           const CompareOptions& options) {
  Comparison result;
  result.options = options;
  result.unlike = ways_unlike(before.context, after.context);
  result.workloads = workloads_in_both(before.context, after.context);
  check_common(result);
  if (!options.allow_unlike) check_alike(result.unlike);
  result.left_out = left_out_of(before.context, after.context);
  result.before = make_report(before);
  result.after = make_report(after);

  std::vector<Open> effects;
  std::vector<Open> times;
  for (auto& workload : result.workloads) {
    const LayoutFigures of_old = layout_figures(before.blocks, workload.name);
    const LayoutFigures of_new = layout_figures(after.blocks, workload.name);
    for (auto& variant : workload.variants) {
      if (variant.effect) {
        const auto old_values = values_of(of_old.effects, variant.name);
        const auto new_values = values_of(of_new.effects, variant.name);
        variant.effect->before = estimate_location(old_values, kDefaultLevel);
        variant.effect->after = estimate_location(new_values, kDefaultLevel);
        effects.push_back(open_change(*variant.effect, old_values, new_values));
      }
      const auto old_logs = values_of(of_old.log_times, variant.name);
      const auto new_logs = values_of(of_new.log_times, variant.name);
      variant.time.before = estimate_time(old_logs);
      variant.time.after = estimate_time(new_logs);
      times.push_back(open_change(variant.time, old_logs, new_logs));
    }
  }
  close_family(effects, as_it_is, options.threshold, options.threshold, options.alpha);
  close_family(times, to_percent, options.threshold, std::log1p(options.threshold / 100),
               options.alpha);
  result.effects = tally(effects);
  result.times = tally(times);
  return result;
}

}  // namespace tracetoll
