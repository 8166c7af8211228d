#include "compare_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text_checks.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kMostListed = 5;

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

// "the intervals of these reach at most 2.3 points from 0"
std::string reach(const Family& family) {
  const Estimate* widest = nullptr;
  for (const auto& [name, change] : family.changes) {
    const Estimate& estimate = change->change;
    if (!estimate.interval || estimate.resolved()) continue;
    if (!widest || largest_possible(estimate) > largest_possible(*widest)) widest = &estimate;
  }
  if (!widest) return "";
  return fmt::format(" ({} intervals reach at most {}{} from 0)",
                     family.tally->unresolved == 1 ? "its" : "their", bound_number(*widest),
                     family.unit);
}

std::string counts(const Family& family) {
  const Tally& tally = *family.tally;
  if (tally.compared == 0) return fmt::format("No {} could be compared.", family.one);
  const auto without = tally.missing == 0 ? ""
                                          : fmt::format(" {} could not be compared.",
                                                        counted(tally.missing, family.one));
  return fmt::format("Of {}, {} resolved slower, {} resolved faster, {} not resolved{}.{}",
                     counted(tally.compared, family.one), tally.slower, tally.faster,
                     tally.unresolved, reach(family), without);
}

std::string regressions(const Family& family, double threshold) {
  std::vector<std::string> listed;
  for (const auto& [name, change] : family.changes) {
    if (!change->regression || listed.size() == kMostListed) continue;
    listed.push_back(name + " " + effect_phrase(change->change, family.unit));
  }
  const auto more = static_cast<std::size_t>(family.tally->regressions) - listed.size();
  return fmt::format("{} slower by more than {:g}{}: {}{}",
                     counted(family.tally->regressions, family.one), threshold, family.unit,
                     fmt::join(listed, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
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
  std::string bad;
  std::string all;
  int compared = 0;
  for (const Family& family : judged_families(comparison)) {
    compared += family.tally->compared;
    if (family.tally->regressions > 0) {
      bad += (bad.empty() ? "" : "; ") + regressions(family, comparison.options.threshold);
    }
    all += " " + counts(family);
  }
  const std::string unreliable = comparison.unreliable() ? " (UNRELIABLE, see the top)" : "";
  if (!bad.empty()) return fmt::format("REGRESSION{}: {}.{}", unreliable, bad, all);
  if (compared == 0) return fmt::format("No verdict{}:{}", unreliable, all);
  const auto past = comparison.options.threshold == 0
                        ? std::string()
                        : fmt::format(" past {:g}{}", comparison.options.threshold,
                                      comparison.judges_effects() ? " points" : " %");
  return fmt::format("No regression{}{}:{}", past, unreliable, all);
}

std::vector<std::string> compare_notes(const Comparison& comparison) {
  std::vector<std::string> notes;
  for (const auto& way : comparison.unlike) notes.push_back("unlike runs: " + way);
  for (const auto& what : comparison.left_out) notes.push_back("left out: " + what);
  for (const auto& [run, report] :
       {std::pair{"OLD", &comparison.before}, std::pair{"NEW", &comparison.after}}) {
    if (const auto end = text_end(*report); !end.empty())
      notes.push_back(fmt::format("{}: {}", run, end));
    for (const auto& note : report->notes) notes.push_back(fmt::format("{}: {}", run, note));
    const auto failed = static_cast<int>(report->failures.size());
    if (failed > 0) {
      notes.push_back(
          fmt::format("{}: {} gave no samples, or not all", run, counted(failed, "replicate")));
    }
  }
  notes.push_back(fmt::format(
      "{} and {} were compared. The intervals of the changes are those of Holm's procedure, for "
      "effects and for times each: if nothing changed, the chance that any change of a family is "
      "called resolved is {:g} %.",
      counted(comparison.effects.compared, "effect"), counted(comparison.times.compared, "time"),
      100 * comparison.options.alpha));
  return notes;
}

}  // namespace tracetoll
