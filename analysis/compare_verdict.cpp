#include "compare_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "text_checks.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kMostListed = 5;

bool is_same_run(const Context& before, const Context& after) {
  return !before.started.empty() && before.started == after.started && before.seed == after.seed;
}

// What a verdict is about: the effects or the times.
struct Family {
  const char* one;   // "effect"
  const char* unit;  // of its changes
  const Tally* tally;
  std::vector<std::pair<std::string, const Change*>> changes;  // "select_500 call"
};

Family effects_of(const Comparison& comparison) {
  Family family{"effect", " points", &comparison.effects, {}};
  for (const auto& workload : comparison.workloads) {
    for (const auto& variant : workload.variants) {
      if (!variant.effect) continue;
      family.changes.emplace_back(fit(workload.name, 40) + " " + fit(variant.name, 30),
                                  &*variant.effect);
    }
  }
  return family;
}

Family times_of(const Comparison& comparison) {
  Family family{"time", " %", &comparison.times, {}};
  for (const auto& workload : comparison.workloads) {
    for (const auto& variant : workload.variants) {
      family.changes.emplace_back(fit(workload.name, 40) + " " + fit(variant.name, 30),
                                  &variant.time);
    }
  }
  return family;
}

std::vector<Family> judged_families(const Comparison& comparison) {
  std::vector<Family> families;
  if (comparison.judges_effects()) families.push_back(effects_of(comparison));
  if (comparison.judges_times()) families.push_back(times_of(comparison));
  return families;
}

// How large a change may be that was not resolved.
std::string reach(const Family& family) {
  const Estimate* widest = nullptr;
  for (const auto& [name, change] : family.changes) {
    const Estimate& estimate = change->change;
    if (!estimate.interval || estimate.resolved()) continue;
    if (!widest || largest_possible(estimate) > largest_possible(*widest)) widest = &estimate;
  }
  if (!widest) return "";
  return fmt::format(
      " ({} at most {}{} from 0)",
      family.tally->unresolved == 1 ? "its interval reaches" : "their intervals reach",
      bound_number(*widest), family.unit);
}

std::string counts(const Family& family) {
  const Tally& tally = *family.tally;
  if (tally.compared == 0) return fmt::format("no {} could be compared", family.one);
  const auto missing =
      tally.missing == 0 ? "" : fmt::format(", {} could not be compared", tally.missing);
  return fmt::format("of {}, {} resolved slower, {} resolved faster, {} not resolved{}{}",
                     counted(tally.compared, family.one), tally.slower, tally.faster,
                     tally.unresolved, reach(family), missing);
}

// ", of 95 to 99.79 %": the levels of the intervals of all changes.
std::string levels(const Comparison& comparison) {
  std::vector<double> percents;
  for (const Family& family : {effects_of(comparison), times_of(comparison)}) {
    for (const auto& [name, change] : family.changes) {
      if (change->change.interval) percents.push_back(100 * change->change.level);
    }
  }
  if (percents.empty()) return "";
  const auto [low, high] = std::ranges::minmax(percents);
  if (low == high) return fmt::format(", of {:.4g} %", low);
  return fmt::format(", of {:.4g} to {:.4g} %", low, high);
}

// What code without markers did says how much of a time's change is the machine's.
std::string baseline_times(const Comparison& comparison) {
  std::vector<std::string> listed;
  for (const auto& workload : comparison.workloads) {
    const Estimate& change = workload.variants.front().time.change;
    if (!change.interval || listed.size() == kMostListed) continue;
    listed.push_back(fit(workload.name, 40) + " " + effect_phrase(change, " %"));
  }
  if (listed.empty()) return "";
  return fmt::format(" The time of `none` itself: {}.", fmt::join(listed, ", "));
}

// "1 point", "0.5 points", "2 %"
std::string amount(double threshold, const Family& family) {
  const bool one_point = threshold == 1 && family.unit == std::string_view(" points");
  return fmt::format("{:g}{}", threshold, one_point ? " point" : family.unit);
}

std::string regressions(const Family& family, double threshold) {
  std::vector<std::string> listed;
  for (const auto& [name, change] : family.changes) {
    if (!change->regression || listed.size() == kMostListed) continue;
    listed.push_back(name + " " + effect_phrase(change->change, family.unit));
  }
  const auto past = threshold > 0 ? " by more than " + amount(threshold, family) : "";
  const auto more = static_cast<std::size_t>(family.tally->regressions) - listed.size();
  return fmt::format("{} slower{}: {}{}", counted(family.tally->regressions, family.one), past,
                     fmt::join(listed, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

std::string compare_unreliable(const Comparison& comparison) {
  std::string result;
  const auto add = [&](const Report& report, const char* run) {
    if (!report.unreliable()) return;
    result +=
        fmt::format("UNRELIABLE: {} FAILED ITS OWN CHECKS. DO NOT QUOTE THE FIGURES BELOW.\n{}",
                    run, text_failed_checks(report));
  };
  add(comparison.before, "OLD");
  add(comparison.after, "NEW");
  return result;
}

std::string compare_verdict(const Comparison& comparison) {
  const double threshold = comparison.options.threshold;
  std::vector<std::string> bad, all, past;
  int compared = 0;
  for (const Family& family : judged_families(comparison)) {
    compared += family.tally->compared;
    if (family.tally->regressions > 0) bad.push_back(regressions(family, threshold));
    all.push_back(counts(family));
    past.push_back(amount(threshold, family));
  }
  std::string lead = compared == 0 ? "No verdict" : bad.empty() ? "No regression" : "REGRESSION";
  if (compared > 0 && bad.empty() && threshold > 0) {
    lead += fmt::format(" past {}", fmt::join(past, " or "));
  }
  if (comparison.unreliable()) lead += " (UNRELIABLE, see the top)";
  if (!comparison.unlike.empty()) lead += " (UNLIKE RUNS, see the notes)";
  bad.insert(bad.end(), all.begin(), all.end());
  return fmt::format("{}: {}.{}", lead, fmt::join(bad, "; "),
                     comparison.judges_times() ? baseline_times(comparison) : "");
}

std::vector<std::string> compare_notes(const Comparison& comparison) {
  std::vector<std::string> notes;
  for (const auto& way : comparison.unlike) notes.push_back("unlike runs: " + way);
  for (const auto& what : comparison.left_out) notes.push_back("left out: " + what);
  for (const auto& [run, report] :
       {std::pair{"OLD", &comparison.before}, std::pair{"NEW", &comparison.after}}) {
    if (const auto end = text_end(*report); !end.empty())
      notes.push_back(fmt::format("{}: {}", run, end));
    if (report->context.target_percent > 0) {
      notes.push_back(fmt::format(
          "{} had a target, to end when its effects were clear: its intervals here are those of a "
          "run of fixed length, and a little too sure",
          run));
    }
    if (!report->patched.empty() || is_dose_study(*report)) {
      notes.push_back(fmt::format(
          "{}: effects of patching in place, and nanoseconds a copy, are not compared; `tracetoll "
          "report` has them",
          run));
    }
    for (const auto& note : report->notes) notes.push_back(fmt::format("{}: {}", run, note));
    const auto failed = static_cast<int>(report->failures.size());
    if (failed > 0) {
      notes.push_back(
          fmt::format("{}: {} gave no samples, or not all", run, counted(failed, "replicate")));
    }
  }
  if (is_same_run(comparison.before.context, comparison.after.context)) {
    notes.emplace_back("OLD and NEW are one and the same run: same start, same seed");
  }
  notes.push_back(fmt::format(
      "{} and {} were compared. Their intervals are those of Holm's procedure, for effects and for "
      "times each{}: if nothing changed, the chance that any change of a family is called resolved "
      "is {:g} %.",
      counted(comparison.effects.compared, "effect"), counted(comparison.times.compared, "time"),
      levels(comparison), 100 * comparison.options.alpha));
  return notes;
}

}  // namespace tracetoll
