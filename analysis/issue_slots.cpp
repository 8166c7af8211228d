#include "issue_slots.hpp"

#include <set>

namespace tracetoll {

std::optional<TopDownResult> issue_slots(const Context& context, const CounterFigures& counters) {
  bool asked = false;
  std::map<std::string, double> totals;
  std::string reason;
  std::set<double> operations;
  for (const auto& [name, figure] : counters) {
    if (!name.starts_with("top-down-")) continue;
    asked = true;
    if (figure.per_op) {
      totals[name] = figure.total;
      operations.insert(figure.operations);
    } else {
      reason = name + ": " + figure.reason;
    }
  }
  if (!asked) return std::nullopt;
  if (operations.size() > 1) return TopDownResult{{}, "its events were not counted together"};
  CpuModel cpu = model_of(cpu_named(context.cpu_model));
  cpu.has_core_counters = true;  // the events were counted, so there were enough
  TopDownResult result = top_down(cpu, totals);
  if (!result.parts && !reason.empty()) result.reason = reason;
  return result;
}

}  // namespace tracetoll
