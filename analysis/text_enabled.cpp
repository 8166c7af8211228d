#include "text_enabled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "text_format.hpp"
#include "text_ns.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kVariantWidth = 17;
constexpr std::size_t kPartWidth = 12;
constexpr std::size_t kPhraseWidth = 34;
constexpr std::array<const char*, 4> kProbes = {"counter", "timestamp", "user", "uprobe"};

const HitCost* find_cost(const EnabledVariant& variant, std::string_view form) {
  const auto found = std::ranges::find(variant.costs, form, &HitCost::form);
  return found == variant.costs.end() ? nullptr : &*found;
}

std::string cost_cell(const EnabledVariant& variant, std::string_view form) {
  const HitCost* cost = find_cost(variant, form);
  return cost == nullptr ? "-" : ns_cell(cost->ns);
}

std::string name_cell(const EnabledVariant& variant) {
  return fmt::format("  {:<{}}", fit(variant.variant, kVariantWidth), kVariantWidth);
}

std::string first_table(const EnabledWorkload& workload) {
  std::string result = trimmed(fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", "", kVariantWidth,
                                           "     dormant, of none", kEffectWidth, "empty probe",
                                           kNsWidth, "in all, of call"));
  for (const auto& variant : workload.variants) {
    const auto dormant =
        effect_cell(variant.dormant, " %",
                    variant.dormant.interval ? decimals_for(*variant.dormant.interval) : 0);
    result +=
        trimmed(fmt::format("{}  {:<{}}  {:<{}}  {}", name_cell(variant), dormant, kEffectWidth,
                            cost_cell(variant, "empty"), kNsWidth, share_phrase(variant.of_call)));
  }
  return result;
}

std::string probe_table(const EnabledWorkload& workload) {
  std::string heads = fmt::format("  {:<{}}", "", kVariantWidth);
  for (const char* probe : kProbes) heads += fmt::format(" {:<{}}", probe, kNsWidth - 1);
  std::string rows;
  for (const auto& variant : workload.variants) {
    if (std::ranges::none_of(kProbes, [&](auto probe) { return find_cost(variant, probe); }))
      continue;
    std::string row = name_cell(variant);
    for (const char* probe : kProbes)
      row += fmt::format(" {:<{}}", cost_cell(variant, probe), kNsWidth - 1);
    rows += trimmed(row);
  }
  return rows.empty() ? "" : "\n" + trimmed(heads) + rows;
}

std::string part_row(const std::string& name, const std::string& part, const std::string& phrase,
                     const std::string& of) {
  return trimmed(fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", fit(name, kVariantWidth),
                             kVariantWidth, fit(part, kPartWidth), kPartWidth,
                             fit(phrase, kPhraseWidth), kPhraseWidth, fit(of, 28)));
}

// "saved - taken" of "patch_call@saved - patch_call@taken" in patch_call's own row.
std::string within(const std::string& variant, std::string of) {
  const std::string own = variant + "@";
  for (std::size_t at = of.find(own); at != std::string::npos; at = of.find(own, at))
    of.erase(at, own.size());
  return of;
}

std::string parts(const EnabledWorkload& workload) {
  std::string result;
  for (const auto& variant : workload.variants) {
    std::string name = variant.variant;
    for (const auto& cost : variant.costs) {
      if (cost.form != "taken") continue;
      const bool in_parts =
          std::ranges::find(variant.parts, "guard", &HitPart::name) != variant.parts.end();
      if (!in_parts) result += part_row(name, "guard", ns_phrase(cost.ns), "taken");
    }
    for (const auto& part : variant.parts) {
      result += part_row(name, part.name, ns_phrase(part.ns), within(variant.variant, part.of));
      if (part.name == "call" && variant.rest)
        result +=
            part_row("", "rest", fmt::format("{:+.2f} ns, by trimming alone", *variant.rest), "");
      name.clear();
    }
  }
  return result.empty() ? "" : "\n  parts of a hit\n" + result;
}

// Those that share a reason in one line.
std::string missing(const Report& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const auto& [name, reason] : report.context.not_enabled) {
    auto found = std::ranges::find(reasons, reason,
                                   &std::pair<std::string, std::vector<std::string>>::first);
    if (found == reasons.end()) found = reasons.insert(found, {reason, {}});
    found->second.push_back(name);
  }
  std::string result;
  for (const auto& [reason, names] : reasons)
    result +=
        wrap(fmt::format("not switched on: {}: {}", fmt::join(names, ", "), reason), "  ", "    ");
  return result.empty() ? "" : "\n" + result;
}

std::string time_phrase(const Estimate& estimate) {
  if (!estimate.interval) return fmt::format("({})", ascii(estimate.reason));
  const Interval& found = *estimate.interval;
  const bool is_long = found.value >= 1e6;
  const double scale = is_long ? 1e6 : 1e3;
  return fmt::format("{:#.3g} {} [{:#.3g}, {:#.3g}]", found.value / scale, is_long ? "ms" : "us",
                     found.low / scale, found.high / scale);
}

}  // namespace

std::string text_enabled(const Report& report) {
  if (report.enabled.empty()) return "";
  std::string result;
  for (const auto& workload : report.enabled) {
    if (workload.variants.empty()) continue;
    result += "\n" + fit(workload.workload, kColumns) + "\n" + first_table(workload) +
              probe_table(workload) + parts(workload);
  }
  return result + missing(report);
}

std::string text_toggles(const Report& report) {
  if (!report.context.enabled) return "";
  std::string result;
  if (!report.toggles.empty())
    result += trimmed(fmt::format("  {:<{}}  {:>6}  {:<28}  {:<28}  {}", "", kVariantWidth, "sites",
                                  "on", "off", "processes"));
  for (const auto& toggle : report.toggles)
    result += trimmed(fmt::format("  {:<{}}  {:>6}  {:<28}  {:<28}  {}",
                                  fit(toggle.variant, kVariantWidth), kVariantWidth, toggle.sites,
                                  fit(time_phrase(toggle.enable_ns), 28),
                                  fit(time_phrase(toggle.disable_ns), 28), toggle.processes));
  const std::string& reason = report.context.toggles.unavailable;
  return result + (reason.empty() ? "" : wrap("not measured: " + reason, "  ", "    "));
}

}  // namespace tracetoll
