#include "toggles.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sign_test.hpp"
#include "statistics.hpp"

namespace tracetoll {

namespace {

using Key = std::pair<std::string, std::int64_t>;

std::vector<Key> keys_of(const ToggleStudy& study) {
  std::vector<Key> result;
  for (const ToggleTime& time : study.times) {
    const Key key{time.variant, time.sites};
    if (std::ranges::find(result, key) == result.end()) result.push_back(key);
  }
  return result;
}

Estimate over_processes(const ToggleStudy& study, const Key& key, double ToggleTime::*ns,
                        double level) {
  std::map<int, std::vector<double>> processes;
  for (const ToggleTime& time : study.times)
    if (Key{time.variant, time.sites} == key) processes[time.process].push_back(time.*ns);
  std::vector<double> medians;
  for (const auto& [process, values] : processes) medians.push_back(*median(values));
  return estimate_median_by_signs(medians, level, "processes");
}

}  // namespace

std::vector<ToggleCost> find_toggles(const ToggleStudy& study, double level) {
  std::vector<ToggleCost> result;
  for (const Key& key : keys_of(study)) {
    ToggleCost cost{key.first, key.second, 0, {}, {}};
    cost.enable_ns = over_processes(study, key, &ToggleTime::enable_ns, level);
    cost.disable_ns = over_processes(study, key, &ToggleTime::disable_ns, level);
    cost.processes = cost.enable_ns.n;
    result.push_back(std::move(cost));
  }
  return result;
}

}  // namespace tracetoll
