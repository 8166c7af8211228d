#include <fmt/format.h>

#include <cmath>

#include "count_report.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kVariantWidth = 17;
constexpr const char* kHeads[] = {"instructions", "loads", "stores", "branches"};
constexpr std::size_t kWidths[] = {13, 9, 9, 10};     // of the columns of kHeads
constexpr std::size_t kHitWidths[] = {14, 9, 9, 10};  // of the same, a site hit
constexpr std::size_t kSimulatedWidths[] = {13, 16};

// A whole number as it is, else to three decimals; 8 characters with its sign.
std::string number(double value, bool is_signed) {
  const bool whole = value == std::round(value);
  const double size = std::abs(value);
  const int decimals = whole ? 0 : size >= 1000 ? 1 : 3;
  const std::string text = size >= (whole ? 1e7 : 1e5) ? fmt::format("{:+.1e}", value)
                                                       : fmt::format("{:+.{}f}", value, decimals);
  return is_signed ? text : text.substr(1);
}

std::string cell(const std::map<std::string, double>& figures, const char* name, std::size_t width,
                 bool is_signed, double divisor = 1) {
  const auto found = figures.find(name);
  return fmt::format(
      "{:>{}}", found == figures.end() ? "-" : number(found->second / divisor, is_signed), width);
}

std::string name_cell(const std::string& variant) {
  return fmt::format("{:<{}}", fit(variant, kVariantWidth), kVariantWidth);
}

std::string heads(const std::size_t (&widths)[4]) {
  std::string line;
  for (std::size_t i = 0; i < 4; ++i) line += fmt::format("{:>{}}", kHeads[i], widths[i]);
  return line;
}

std::string counts_line(const std::string& variant, const ExactCounts& counts) {
  std::string line = name_cell(variant);
  if (!counts.unavailable.empty())
    return trimmed(line + "  " + fit(counts.unavailable, kColumns - kVariantWidth - 2));
  for (std::size_t i = 0; i < 4; ++i)
    line += cell(counts.per_op, kExactEvents[i], kWidths[i], false);
  for (std::size_t i = 0; i < 2; ++i)
    line += cell(counts.simulated, kSimulatedEvents[i], kSimulatedWidths[i], false);
  return trimmed(line);
}

std::string counts_table(const Context& context,
                         const std::map<std::string, ExactCounts>& counted) {
  std::string text = trimmed(fmt::format("{:<{}}    {:<42}{}", "", kVariantWidth,
                                         "exact, an operation", "simulated, an operation"));
  text += trimmed(fmt::format("{}{}{:>{}}{:>{}}", name_cell("variant"), heads(kWidths), "I1 misses",
                              kSimulatedWidths[0], "mispredictions", kSimulatedWidths[1]));
  for (const std::string& variant : context.variants)
    if (const auto found = counted.find(variant); found != counted.end())
      text += counts_line(variant, found->second);
  return text;
}

std::string differences_table(const Context& context, const WorkloadContext& workload) {
  const auto hits = site_hits(workload);
  std::string lines;
  for (const std::string& variant : context.variants) {
    const auto difference = against_none(context.exact, workload.name, variant);
    if (difference.empty()) continue;
    std::string line = name_cell(variant);
    for (std::size_t i = 0; i < 4; ++i) line += cell(difference, kExactEvents[i], kWidths[i], true);
    for (std::size_t i = 0; hits && i < 4; ++i)
      line += cell(difference, kExactEvents[i], kHitWidths[i], true, *hits);
    lines += trimmed(line);
  }
  if (lines.empty()) return {};
  return trimmed(fmt::format("{:<{}}    {:<44}{}", "", kVariantWidth,
                             "exact, against none, an operation",
                             hits ? "exact, against none, a site hit" : "")) +
         trimmed(name_cell("variant") + heads(kWidths) + (hits ? heads(kHitWidths) : "")) + lines;
}

std::string workload_text(const Context& context, const WorkloadContext& workload) {
  const auto counted = context.exact.counts.find(workload.name);
  if (counted == context.exact.counts.end()) return {};
  std::string title = workload.name;
  if (!workload.operation.empty()) title += ": " + workload.operation;
  if (const auto hits = site_hits(workload))
    title += fmt::format(", {} site hits", number(*hits, false));
  if (!workload.note.empty()) title += "; " + workload.note;
  std::string text = "\n" + wrap(title, "", "  ");
  text += counts_table(context, counted->second);
  const std::string differences = differences_table(context, workload);
  return differences.empty() ? text : text + "\n" + differences;
}

}  // namespace

std::string count_text(const Context& context) {
  const CountStudy& study = context.exact;
  std::string text = wrap(text_machine(context), "", "  ");
  if (!study.tool.empty())
    text += wrap(
        fmt::format("Counted by {} in layout {}. Exact: what one operation executes in user space, "
                    "its return included, the same in every run and layout; there is no interval "
                    "to give. An instruction that reads and writes the same place is a store; "
                    "branches are the conditional ones, and each pass of a rep. What it calls "
                    "counts, the kernel does not.",
                    study.tool, study.layout),
        "", "  ");
  if (!study.caches.empty())
    text += wrap(fmt::format("Simulated: {}; of this layout alone, never of this CPU, never time.",
                             study.caches),
                 "", "  ");
  if (!study.unavailable.empty())
    text += wrap("Nothing was counted: " + study.unavailable, "", "  ");
  for (const WorkloadContext& workload : context.workloads)
    text += workload_text(context, workload);
  return text;
}

}  // namespace tracetoll
