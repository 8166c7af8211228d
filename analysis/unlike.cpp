#include "unlike.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kShown = 60;  // of a name or a text out of a file

using Ways = std::vector<std::string>;

std::string quoted(const std::string& text) {
  return text.empty() ? "none" : "'" + fit(text, kShown) + "'";
}

void compare_texts(Ways& ways, const std::string& what, const std::string& before,
                   const std::string& after) {
  if (before == after) return;
  ways.push_back(fmt::format("{}: {} in OLD, {} in NEW", what, quoted(before), quoted(after)));
}

// Counted on some thousand operations and divided: alike to the last digits of that, not beyond.
bool same_hits(double before, double after) {
  return std::abs(before - after) <= 1e-6 * std::max(std::abs(before), std::abs(after));
}

double hits_of(const WorkloadContext& workload, const std::string& marker) {
  const auto found = workload.sites_hit_per_op.find(marker);
  return found == workload.sites_hit_per_op.end() ? 0 : found->second;
}

void compare_hits(Ways& ways, const WorkloadContext& before, const WorkloadContext& after) {
  if (before.sites_hit_per_op.empty() || after.sites_hit_per_op.empty()) return;
  auto markers = before.sites_hit_per_op;
  markers.insert(after.sites_hit_per_op.begin(), after.sites_hit_per_op.end());
  for (const auto& [marker, hits] : markers) {
    const double old_hits = hits_of(before, marker);
    const double new_hits = hits_of(after, marker);
    if (same_hits(old_hits, new_hits)) continue;
    ways.push_back(fmt::format("{} hits {} {:.9g} times an operation in OLD, {:.9g} in NEW",
                               fit(before.name, kShown), fit(marker, kShown), old_hits, new_hits));
  }
}

// The workloads of `some` that `others` lacks.
void compare_names(Ways& ways, const Context& some, const Context& others, const char* run) {
  for (const auto& workload : some.workloads) {
    if (find_workload(others, workload.name)) continue;
    ways.push_back(fmt::format("workload {} is in {} alone", fit(workload.name, kShown), run));
  }
}

}  // namespace

const WorkloadContext* find_workload(const Context& context, const std::string& name) {
  const auto found = std::ranges::find(context.workloads, name, &WorkloadContext::name);
  return found == context.workloads.end() ? nullptr : &*found;
}

std::vector<std::string> ways_unlike(const Context& before, const Context& after) {
  Ways ways;
  compare_texts(ways, "CPU", before.cpu, after.cpu);
  if (before.cpus != after.cpus) {
    ways.push_back(fmt::format("CPUs: {} in OLD, {} in NEW", before.cpus, after.cpus));
  }
  compare_texts(ways, "hypervisor", before.hypervisor, after.hypervisor);
  compare_texts(ways, "kernel", before.kernel, after.kernel);
  compare_texts(ways, "compiler", before.compiler, after.compiler);
  compare_texts(ways, "compiler flags", before.flags, after.flags);
  compare_names(ways, before, after, "OLD");
  compare_names(ways, after, before, "NEW");
  for (const auto& workload : before.workloads) {
    const WorkloadContext* other = find_workload(after, workload.name);
    if (!other) continue;
    compare_texts(ways, "operation of " + fit(workload.name, kShown), workload.operation,
                  other->operation);
    compare_hits(ways, workload, *other);
  }
  return ways;
}

}  // namespace tracetoll
