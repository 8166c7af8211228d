#include "bad_replicates.hpp"

#include <algorithm>
#include <cmath>

#include "statistics.hpp"

namespace tracetoll {

namespace {

struct Usual {
  double median = 0;
  double limit = 0;  // on the distance from it
  bool judged = false;
};

std::map<std::string, Usual> usual_ratios(const std::vector<ProcessRatios>& processes) {
  std::map<std::string, std::vector<double>> ratios;
  for (const auto& process : processes) {
    for (const auto& [variant, ratio] : process.log_ratio) ratios[variant].push_back(ratio);
  }
  std::map<std::string, Usual> result;
  for (const auto& [variant, values] : ratios) {
    Usual& usual = result[variant];
    usual.median = *median(values);
    std::vector<double> distances;
    for (const double value : values) distances.push_back(std::abs(value - usual.median));
    usual.limit = std::max(std::log(kBadFactor), kBadDeviations * 1.4826 * *median(distances));
    usual.judged = static_cast<int>(values.size()) >= kFewestToJudge;
  }
  return result;
}

}  // namespace

std::vector<BadReplicate> find_bad_replicates(const std::string& workload,
                                              const std::vector<ProcessRatios>& processes) {
  const auto usual = usual_ratios(processes);
  std::vector<BadReplicate> result;
  for (const auto& process : processes) {
    std::vector<std::pair<std::string, double>> off;  // variant, log distance
    std::vector<double> up;
    std::vector<double> down;
    for (const auto& [variant, ratio] : process.log_ratio) {
      const Usual& of_variant = usual.at(variant);
      const double distance = ratio - of_variant.median;
      if (!of_variant.judged || std::abs(distance) <= of_variant.limit) continue;
      off.emplace_back(variant, distance);
      (distance > 0 ? up : down).push_back(distance);
    }
    const auto named = [&](const std::string& variant, double distance) {
      result.push_back({process.replicate, process.layout, workload, variant, std::exp(distance)});
    };
    const std::size_t others = process.log_ratio.size() - process.log_ratio.count(kBaseline);
    const auto& many = up.size() > down.size() ? up : down;
    const bool baseline_off = many.size() >= 2 && 2 * many.size() > others;
    if (baseline_off) named(kBaseline, -*median(many));
    for (const auto& [variant, distance] : off) {
      const bool explained = baseline_off && (distance > 0) == (many.front() > 0);
      if (!explained) named(variant, distance);
    }
  }
  return result;
}

}  // namespace tracetoll
