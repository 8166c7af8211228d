#include "text_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr const char* kNegativeMeans =
    "an optimisation lost or gained, or layout luck, not a saving by the marker";
// An empty asm is not a call: what the compiler does better around a real one comes back here.
constexpr const char* kNegativeResidualMeans = "the call takes less than the sum of the parts";

std::string subject(const std::string& cause) {
  return cause == "branch" || cause == "residual" ? "the " + cause : cause;
}

bool is_plural(const std::string& cause) {
  return cause == "arguments" || cause == "registers";
}

bool is_rival(const WorkloadReport& workload, const std::string& cause) {
  if (!workload.largest) return false;
  const auto& rivals = workload.largest->rivals;
  return std::find(rivals.begin(), rivals.end(), cause) != rivals.end();
}

std::string join(const std::vector<std::string>& items, const char* last) {
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) result += i + 1 == items.size() ? last : ", ";
    result += items[i];
  }
  return result;
}

const Cause& cause_named(const WorkloadReport& workload, const std::string& name) {
  return *std::find_if(workload.causes.begin(), workload.causes.end(),
                       [&](const Cause& cause) { return cause.name == name; });
}

// "+12.1 points [+11.0, +13.2], 39 % [35, 43] of it"
std::string size_of(const Cause& cause) {
  const auto share = share_phrase(cause.share_of_call);
  return effect_phrase(cause.points, " points") + (share.empty() ? "" : ", " + share + " of it");
}

const char* what_largest_means(const WorkloadReport& workload, const Cause& largest) {
  if (largest.name == "residual") return ", which no variant isolates";
  const auto unknown = [](const Cause& cause) { return !cause.points.interval; };
  const auto& causes = workload.causes;
  return std::any_of(causes.begin(), causes.end(), unknown) ? " of those measured" : "";
}

std::string largest_part(const WorkloadReport& workload) {
  if (!workload.largest) return "no part of it is resolved above zero";
  const Cause& first = cause_named(workload, workload.largest->name);
  const std::string name = subject(first.name);
  const bool plural = is_plural(first.name);
  if (workload.largest->rivals.empty()) {
    return fmt::format("{} {} the largest part{}, {}", name, plural ? "are" : "is",
                       what_largest_means(workload, first), size_of(first));
  }
  std::vector<std::string> rivals;
  for (const auto& rival : workload.largest->rivals) {
    rivals.push_back(fmt::format("{} ({})", subject(rival), size_of(cause_named(workload, rival))));
  }
  return fmt::format("{} {} the largest estimate{}, {}, not told apart from {}", name,
                     plural ? "have" : "has", what_largest_means(workload, first), size_of(first),
                     join(rivals, " and "));
}

// "; arguments are below zero, ...; not resolved: icache (at most 0.80 points)", without the parts
// that largest_part() has named.
std::string other_parts(const WorkloadReport& workload) {
  std::string result;
  std::vector<std::string> open;
  for (const Cause& cause : workload.causes) {
    if (!cause.points.interval || is_rival(workload, cause.name)) continue;
    if (cause.points.negative()) {
      result +=
          fmt::format("; {} {} below zero, {}: {}", subject(cause.name),
                      is_plural(cause.name) ? "are" : "is", effect_phrase(cause.points, " points"),
                      cause.name == "residual" ? kNegativeResidualMeans : kNegativeMeans);
    } else if (!cause.points.resolved()) {
      open.push_back(
          fmt::format("{} (at most {} points)", subject(cause.name), bound_number(cause.points)));
    }
  }
  if (!open.empty()) result += "; not resolved: " + join(open, " and ");
  return result;
}

// What time does not agree on with machine code or counts: the reader should know before believing
// a part.
std::string contradicted(const WorkloadReport& workload) {
  std::string result;
  for (const Cause& cause : workload.causes) {
    if (cause.contradiction.empty()) continue;
    const std::string& by = cause.contradicted_by;
    result += fmt::format("; {} {} ({})",
                          by == "the code"     ? "the machine code contradicts"
                          : by == "the counts" ? "the counts contradict"
                                               : "the counts and the machine code contradict",
                          subject(cause.name), cause.contradiction);
  }
  return result;
}

std::string resolved_parts(const WorkloadReport& workload) {
  std::vector<std::string> parts;
  for (const Cause& cause : workload.causes) {
    if (!cause.points.resolved()) continue;
    parts.push_back(subject(cause.name) + " " + effect_phrase(cause.points, " points"));
  }
  return parts.empty() ? "" : "; its resolved parts: " + join(parts, " and ");
}

std::string without_call(const WorkloadReport& workload) {
  const VariantReport* dearest = nullptr;
  for (const auto& variant : workload.variants) {
    if (!variant.effect.positive()) continue;
    if (!dearest || variant.effect.interval->value > dearest->effect.interval->value) {
      dearest = &variant;
    }
  }
  if (!dearest) return "call was not measured, and no other variant is resolved above zero";
  return fmt::format("call was not measured; of the others {} has the largest effect, {}",
                     ascii(dearest->name), effect_phrase(dearest->effect, " %"));
}

std::string what_call_costs(const WorkloadReport& workload) {
  if (!workload.measured()) return "no samples";
  const VariantReport* call = find_variant(workload, "call");
  if (!call || !call->ns_per_op) return without_call(workload);
  const Estimate& effect = call->effect;
  if (!effect.interval) return "no verdict: " + effect_phrase(effect, "");
  if (effect.negative()) {
    return fmt::format("faster with a dormant call, {}: {}{}", effect_phrase(effect, " %"),
                       kNegativeMeans, resolved_parts(workload));
  }
  if (!effect.resolved()) {
    return fmt::format("the cost of a dormant call is not resolved {}, at most {} %{}",
                       bounds(*effect.interval, decimals_for(*effect.interval)),
                       bound_number(effect), resolved_parts(workload));
  }
  const auto measured = [](const Cause& cause) { return cause.points.interval.has_value(); };
  const bool any = std::any_of(workload.causes.begin(), workload.causes.end(), measured);
  return fmt::format(
      "a dormant call costs {}; {}", effect_phrase(effect, " %"),
      any ? largest_part(workload) + other_parts(workload) : "its causes were not measured");
}

}  // namespace

std::string verdict(const WorkloadReport& workload) {
  return fmt::format("{}: {}{}.", fit(workload.context.name, 60), what_call_costs(workload),
                     contradicted(workload));
}

}  // namespace tracetoll
