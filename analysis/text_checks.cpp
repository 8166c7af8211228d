#include "text_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "bad_layouts.hpp"
#include "exact_figures.hpp"
#include "statistics.hpp"
#include "text_counts.hpp"
#include "text_format.hpp"
#include "text_gates.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kMostListed = 10;
constexpr std::size_t kMostBadListed = 3;
constexpr const char* kIndent = "                    ";

using Groups = std::map<std::string, std::vector<std::string>>;  // reason -> what lacks it

std::string bullet(const std::string& text) {
  return wrap(text, "  - ", "    ");
}

std::string bullets(const std::vector<std::string>& items, std::size_t most = kMostListed) {
  std::string result;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) result += bullet(items[i]);
  if (items.size() > most) {
    result += bullet(fmt::format("and {} more", items.size() - most));
  }
  return result;
}

// "ok; nearest to failing: open_close: +0.31 % [-0.52, +1.14] (99.75 % interval; true 0)"
std::string check_line(const char* name, const Check& check, const std::string& truth) {
  const std::string state = check.ok ? "ok" : "FAILED";
  if (check.worst < 0) return wrap(fmt::format("{}: {}", state, check.reason), name, kIndent);
  const auto& worst = check.workloads[static_cast<std::size_t>(check.worst)];
  const auto lead =
      fmt::format("{}; {}{}:", state, check.workloads.size() > 1 ? "nearest to failing: " : "",
                  fit(worst.workload, 40));
  if (!worst.estimate.interval) return wrap(lead + " " + worst.reason, name, kIndent);
  const int decimals = decimals_for(*worst.estimate.interval);
  return wrap(
      fmt::format("{} {} % {} ({:.6g} % interval; true {})", lead,
                  signed_number(worst.estimate.interval->value, decimals),
                  bounds(*worst.estimate.interval, decimals), 100 * worst.estimate.level, truth),
      name, kIndent);
}

std::string grouped(const Groups& groups, const char* lead) {
  std::vector<std::string> items;
  for (const auto& [reason, names] : groups) {
    items.push_back(fmt::format("{}{}: {}", lead, fmt::join(names, ", "),
                                reason.empty() ? "no reason given" : reason));
  }
  return bullets(items);
}

// The residual needs every variant of the ladder: when any cause is missing, so is the residual,
// and its reason names all that is.
std::string missing_causes(const Report& report) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> workloads;
  if (is_dose_study(report)) return "";
  for (const auto& workload : report.workloads) {
    if (!workload.measured()) continue;
    std::vector<std::string> causes;
    for (const Cause& cause : workload.causes) {
      if (!cause.points.interval) causes.push_back(cause.name);
    }
    if (causes.empty()) continue;
    const auto& reason = workload.causes.back().points.reason;
    workloads[{fmt::format("{}", fmt::join(causes, ", ")), reason}].push_back(
        workload.context.name);
  }
  std::vector<std::string> items;
  for (const auto& [what, names] : workloads) {
    items.push_back(fmt::format("{} of {}: {}", what.first, fmt::join(names, ", "), what.second));
  }
  return bullets(items);
}

std::string missing_counters(const Report& report) {
  Groups groups;
  for (const auto& [name, counter] : report.context.counters) {
    if (!counter.available) groups[counter.reason].push_back(name);
  }
  return grouped(groups, "counters ");
}

// Blocks whose events went missing, by the reason they give; a figure of the rest is still one.
std::string lost_counters(const Report& report) {
  std::vector<std::string> items;
  for (const auto& [reason, blocks] : report.lost) {
    items.push_back(
        fmt::format("events lost in {} of {} blocks: {}", blocks, report.blocks, reason));
  }
  return bullets(items, kMostBadListed);
}

// Runs that have no exact counts and say nothing of them are older: nothing is missing there.
std::string missing_exact(const Report& report) {
  if (!has_exact_counts(report.context.exact)) return "";
  Groups groups;
  for (const auto& workload : report.workloads) {
    if (!workload.no_exact_counts.empty()) {
      groups[workload.no_exact_counts].push_back("of " + fit(workload.context.name, 60));
      continue;
    }
    for (const auto& variant : workload.variants) {
      if (is_enabled_variant(variant.name)) continue;
      for (const auto& [event, figure] : variant.exact) {
        if (figure.per_op) continue;
        const auto of =
            fmt::format("of {} in {}", fit(variant.name, 60), fit(workload.context.name, 60));
        auto& names = groups[figure.reason];
        if (names.empty() || names.back() != of) names.push_back(of);
      }
    }
  }
  return grouped(groups, "exact counts ");
}

std::string replicate_lines(const Report& report) {
  std::vector<std::string> failures;
  for (const auto& failure : report.failures) {
    failures.push_back(fmt::format("replicate {}, layout {} gave no samples, or not all: {}",
                                   failure.replicate, failure.layout, failure.reason));
  }
  for (const auto& lost : report.lost_blocks) {
    failures.push_back(fmt::format(
        "{} of the blocks of {} in {} were lost; the first, in replicate {}, layout {}: {}",
        lost.count, fit(lost.variant, 60), fit(lost.workload, 60), lost.first.replicate,
        lost.first.layout, lost.first.reason));
  }
  return bullets(failures) + bullets(bad_layouts(report.bad_replicates), kMostBadListed);
}

}  // namespace

std::string text_failed_checks(const Report& report) {
  std::string result;
  const auto add = [&](const char* name, const Check& check) {
    Groups groups;
    for (const auto& one : check.workloads) {
      if (!one.ok) groups[one.reason].push_back(fit(one.workload, 60));
    }
    if (groups.empty() && !check.ok) groups[check.reason].push_back("this run");
    result += grouped(groups, name);
  };
  add("A/A of ", report.copies);
  add("positive control of ", report.dose);
  return result;
}

std::string text_unreliable(const Report& report) {
  if (!report.unreliable()) return "";
  return "UNRELIABLE: THE RUN FAILED ITS OWN CHECKS. DO NOT QUOTE THE FIGURES BELOW.\n" +
         text_failed_checks(report) + "\n";
}

std::string text_checks(const Report& report) {
  return check_line("  A/A               ", report.copies, "0: two copies of the same code") +
         check_line("  positive control  ", report.dose, fmt::format("{:+.2f} %", kDosePercent)) +
         text_gates(report);
}

std::string text_end(const Report& report) {
  if (report.end.empty()) return "the run was killed before its end: this is what it had written";
  const bool complete = report.end == "done" || report.end == "target";
  return complete ? "" : fmt::format("the run ended early ({})", report.end);
}

std::string text_not_measured(const Report& report) {
  std::string result;
  if (const auto end = text_end(report); !end.empty()) result += bullet(end);
  result += bullets(report.notes);
  for (const auto& workload : report.workloads) {
    if (!workload.context.note.empty())
      result += bullet(fit(workload.context.name, 60) + ": " + workload.context.note);
  }
  std::vector<std::string> unmeasured;
  for (const auto& workload : report.workloads) {
    if (!workload.measured()) unmeasured.push_back(workload.context.name);
  }
  if (!unmeasured.empty()) {
    result += bullet(fmt::format("no samples of {}", fmt::join(unmeasured, ", ")));
  }
  for (const auto& workload : report.workloads) result += bullets(workload.irregular);
  result += bullets(text_hits_odd(report)) + missing_causes(report) + missing_counters(report) +
            lost_counters(report) + missing_exact(report) + replicate_lines(report);
  return result;
}

}  // namespace tracetoll
