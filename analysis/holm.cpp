#include "holm.hpp"

#include <algorithm>

namespace tracetoll {

std::vector<std::optional<HolmDecision>> holm(const std::vector<std::optional<double>>& p_values,
                                              double alpha) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (p_values[i]) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *p_values[i]; });

  std::vector<std::optional<HolmDecision>> decisions(p_values.size());
  bool rejecting = true;
  double bound = 0;  // of the present step, or of the one that ended it
  for (std::size_t step = 0; step < order.size(); ++step) {
    if (rejecting) {
      bound = alpha / static_cast<double>(order.size() - step);
      rejecting = *p_values[order[step]] <= bound;
    }
    decisions[order[step]] = HolmDecision{rejecting, 1 - bound};
  }
  return decisions;
}

}  // namespace tracetoll
