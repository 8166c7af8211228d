#include "sequence_diff.hpp"

#include <algorithm>
#include <dtl/dtl.hpp>

namespace tracetoll {

namespace {

using Elements = std::span<const int>;

std::vector<Step> shortest_script(Elements left, Elements right) {
  std::vector<Step> steps;
  if (left.empty() || right.empty()) {
    steps.assign(left.size(), Step::left);
    steps.insert(steps.end(), right.size(), Step::right);
    return steps;
  }
  dtl::Diff<int> diff(std::vector<int>(left.begin(), left.end()),
                      std::vector<int>(right.begin(), right.end()), true);
  diff.compose();
  for (const auto& [element, info] : diff.getSes().getSequence()) {
    steps.push_back(info.type == dtl::SES_COMMON   ? Step::both
                    : info.type == dtl::SES_DELETE ? Step::left
                                                   : Step::right);
  }
  return steps;
}

// As a whole: the points that dtl would record are at most the product of the lengths.
bool small(Elements left, Elements right) {
  return (left.size() + 1) <= kDiffPoints / (right.size() + 1);
}

std::size_t common_prefix(Elements left, Elements right) {
  return static_cast<std::size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
}

std::size_t common_suffix(Elements left, Elements right) {
  std::size_t size = 0;
  const std::size_t most = std::min(left.size(), right.size());
  while (size < most && left[left.size() - 1 - size] == right[right.size() - 1 - size]) size++;
  return size;
}

}  // namespace

SequenceDiff sequence_diff(Elements left, Elements right) {
  SequenceDiff result;
  const std::size_t prefix = common_prefix(left, right);
  left = left.subspan(prefix);
  right = right.subspan(prefix);
  const std::size_t suffix = common_suffix(left, right);
  left = left.first(left.size() - suffix);
  right = right.first(right.size() - suffix);
  result.steps.assign(prefix, Step::both);
  while (!small(left, right)) {
    result.windowed = true;
    std::size_t from_left = 0, from_right = 0;
    for (const Step step : shortest_script(left.first(std::min(left.size(), kDiffWindow)),
                                           right.first(std::min(right.size(), kDiffWindow)))) {
      if (std::max(from_left, from_right) >= kDiffWindow / 2) break;
      result.steps.push_back(step);
      from_left += step != Step::right ? 1 : 0;
      from_right += step != Step::left ? 1 : 0;
    }
    left = left.subspan(from_left);
    right = right.subspan(from_right);
  }
  const auto last = shortest_script(left, right);
  result.steps.insert(result.steps.end(), last.begin(), last.end());
  result.steps.insert(result.steps.end(), suffix, Step::both);
  return result;
}

}  // namespace tracetoll
