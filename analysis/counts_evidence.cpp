#include "counts_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "cause_events.hpp"
#include "count_format.hpp"
#include "event_kinds.hpp"
#include "exact_figures.hpp"

namespace tracetoll {

namespace {

using Names = std::vector<std::string>;

constexpr std::size_t kMostListed = 6;
constexpr double kGuardTolerance = 0.25;  // conditional branches a site hit

const Names& exact_events_of(const std::string& cause) {
  static const std::map<std::string, Names> kAll = {
      {"arguments", {"instructions", "loads", "stores", "conditional-branches"}},
      {"branch", {"conditional-branches", "loads", "instructions"}},
      {"icache", {"instructions"}},
      {"registers", {"loads", "stores", "instructions"}},
      {"residual", {"instructions", "loads", "stores"}}};
  static const Names kNone;
  const auto found = kAll.find(cause);
  return found == kAll.end() ? kNone : found->second;
}

// Parts of the names of hardware events that are not ours, in lower case: perf's generic names,
// Intel's, AMD's, Arm's.
const Names& words_of(const std::string& cause) {
  static const std::map<std::string, Names> kAll = {
      {"arguments", {"instructions", "inst_ret", "ops"}},
      {"branch", {"branch", "br_", "cond"}},
      {"icache", {"icache", "l1i", "ic_", "itlb", "frontend", "dsb", "op_cache", "mite"}},
      {"registers", {"load", "store", "mem_inst", "ls_dispatch", "ld_", "st_"}},
      {"residual", {"instructions", "cycles"}}};
  static const Names kNone;
  const auto found = kAll.find(cause);
  return found == kAll.end() ? kNone : found->second;
}

// The front end is icache's: bytes are what both are short of.
const char* name_of(EventCause cause) {
  switch (cause) {
    case EventCause::kRegisters:
      return "registers";
    case EventCause::kBranch:
      return "branch";
    case EventCause::kIcache:
    case EventCause::kFrontEnd:
      return "icache";
    case EventCause::kTopDown:
      break;
  }
  return "";
}

bool belongs(const std::string& event, const std::string& cause) {
  if (const auto ours = cause_of_event(event.substr(0, event.find(':'))))
    return cause == name_of(*ours);
  std::string lower = event;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::any_of(words_of(cause),
                             [&](const auto& word) { return lower.find(word) != lower.npos; });
}

const ExactContrast* find(const std::vector<ExactContrast>& contrasts, const std::string& event) {
  const auto found = std::ranges::find(contrasts, event, &ExactContrast::event);
  return found == contrasts.end() ? nullptr : &*found;
}

// "conditional branches", "conditional branch"
std::string noun(const std::string& event, double count) {
  std::string result = event;
  std::replace(result.begin(), result.end(), '-', ' ');
  if (std::abs(count) != 1) return result;
  const bool with_e = result.ends_with("ches") || result.ends_with("sses");
  return result.substr(0, result.size() - (with_e ? 2 : 1));
}

std::string joined(const Names& items) {
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i)
    result += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return result;
}

std::string summed(const std::vector<ExactContrast>& contrasts, const Names& events, double& sum) {
  Names counts;
  sum = 0;
  for (const auto& event : events) {
    const ExactContrast* one = find(contrasts, event);
    if (!one) return "";
    sum += one->per_op;
    counts.push_back(signed_count(one->per_op) + " " + noun(event, one->per_op));
  }
  return fmt::format("{}", fmt::join(counts, ", "));
}

std::string guard_denies(const Cause& cause) {
  const ExactContrast* guard = find(cause.exact, "conditional-branches");
  if (!guard || !guard->per_site || std::abs(*guard->per_site - 1) <= kGuardTolerance) return "";
  return fmt::format("{} conditional branches a site hit were executed, and the guard is +1.00",
                     signed_rate(*guard->per_site));
}

}  // namespace

std::vector<ExactContrast> exact_contrasts(const CountStudy& study, const std::string& workload,
                                           const Cause& cause, std::optional<double> hits) {
  std::vector<ExactContrast> result;
  for (const auto& event : exact_events_of(cause.name)) {
    const auto per_op = exact_difference(study, workload, cause.contrast, event);
    if (!per_op) continue;
    ExactContrast one{event, *per_op, {}};
    if (hits && *hits >= kFewestHits) one.per_site = *per_op / *hits;
    result.push_back(std::move(one));
  }
  return result;
}

std::vector<MeasuredContrast> measured_contrasts(const std::vector<EventOfWorkload>& events,
                                                 const Cause& cause, std::optional<double> hits,
                                                 const Rule& rule) {
  std::vector<MeasuredContrast> result;
  for (const auto& event : events) {
    if (is_software(event.name) || event.differences.empty()) continue;
    MeasuredContrast one{event.name, event.availability.source, {}, {}};
    one.per_op = wide_enough(estimate_contrast(cause.contrast, event.differences, rule));
    if (!one.per_op.interval) continue;
    if (hits && *hits >= kFewestHits) one.per_site = divided(one.per_op, *hits);
    result.push_back(std::move(one));
  }
  std::stable_partition(result.begin(), result.end(),
                        [&](const auto& one) { return belongs(one.event, cause.name); });
  return result;
}

std::string evidence_from_exact(const std::vector<ExactContrast>& contrasts) {
  if (contrasts.empty()) return "";
  Names changes;
  Names rates;
  Names names;
  bool any = false;
  for (const ExactContrast& one : contrasts) {
    changes.push_back(signed_count(one.per_op) + " " + noun(one.event, one.per_op));
    names.push_back(noun(one.event, 0));
    if (one.per_site) rates.push_back(signed_rate(*one.per_site));
    any = any || one.per_op != 0;
  }
  if (!any)
    return fmt::format("executed: no change in {} (exact, Callgrind)", fmt::join(names, ", "));
  const auto per_site = rates.empty() ? "" : fmt::format(", {} a site hit", joined(rates));
  return fmt::format("executed: {} an operation{} (exact, Callgrind)", fmt::join(changes, ", "),
                     per_site);
}

std::string evidence_from_simulation(const CountStudy& study, const std::string& workload,
                                     const Cause& cause) {
  const auto counts = study.counts.find(workload);
  if (cause.name != "icache" || counts == study.counts.end()) return "";
  Names sides;
  for (const auto& [variant, weight] : cause.contrast) {
    const auto of = counts->second.find(variant);
    if (of == counts->second.end() || !of->second.simulated.contains("I1-misses")) return "";
    sides.push_back(
        fmt::format("{} {}", variant, count_number(of->second.simulated.at("I1-misses"))));
  }
  return fmt::format(
      "simulated I1 misses an operation in layout {}: {} (another layout has others: pressure)",
      study.layout, joined(sides));
}

std::vector<std::string> evidence_from_events(const std::string& cause,
                                              const std::vector<MeasuredContrast>& contrasts) {
  Names shown;
  std::size_t more = 0;
  std::string source;
  for (const auto& one : contrasts) {
    if (!belongs(one.event, cause) && !one.per_op.resolved()) continue;
    if (shown.size() == kMostListed) {
      ++more;
      continue;
    }
    const auto phrase = count_phrase(one.per_op);
    const bool not_resolved = phrase.starts_with("not resolved");
    shown.push_back(not_resolved ? one.event + " " + phrase : phrase + " " + one.event);
    if (source.empty()) source = one.source;
  }
  if (shown.empty()) return {};
  const auto rest = more == 0 ? "" : fmt::format(", {} more events", more);
  return {fmt::format("counted: {}{} an operation ({})", fmt::join(shown, ", "), rest, source)};
}

std::optional<std::string> counts_deny(const Cause& cause) {
  static const std::map<std::string, Names> kSubstance = {{"arguments", {"instructions"}},
                                                          {"branch", {"conditional-branches"}},
                                                          {"registers", {"loads", "stores"}}};
  const auto substance = kSubstance.find(cause.name);
  if (substance == kSubstance.end() || !cause.points.resolved()) return std::nullopt;
  double sum = 0;
  const auto counts = summed(cause.exact, substance->second, sum);
  if (counts.empty()) return std::nullopt;
  const bool slower = cause.points.positive();
  if (slower ? sum <= 0 : sum > 0)
    return fmt::format("{} in time, but {} an operation were executed",
                       slower ? "slower" : "faster", counts);
  return cause.name == "branch" ? guard_denies(cause) : "";
}

Objection objection(const std::optional<std::string>& counts, const std::string& code,
                    bool code_judged) {
  if (!counts) return code.empty() ? Objection{} : Objection{"the code", code, ""};
  if (!counts->empty()) {
    if (!code.empty()) return {"the counts and the code", *counts + "; " + code, ""};
    return {"the counts", *counts,
            code_judged ? "the sums over the code would agree with the time; executed counts weigh "
                          "each path by how often it runs"
                        : ""};
  }
  if (code.empty()) return {};
  return {
      "", "",
      fmt::format("the sums over the code would deny it ({}); executed counts, which weigh each "
                  "path by how often it runs, agree with the time",
                  code)};
}

}  // namespace tracetoll
