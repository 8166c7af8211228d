#include "irregular.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "variant_name.hpp"

namespace tracetoll {

namespace {

using Round = std::pair<int, int>;  // replicate, round
using Rounds = std::map<Round, std::set<std::string>>;

std::string first_of(const std::vector<Round>& rounds) {
  return fmt::format("first: replicate {}, round {}", rounds.front().first, rounds.front().second);
}

std::vector<Round> rounds_without(const Rounds& rounds, const std::string& variant) {
  std::vector<Round> result;
  for (const auto& [round, present] : rounds) {
    if (!present.contains(variant)) result.push_back(round);
  }
  return result;
}

// The first round number of each replicate below its last one that it has no block of.
std::vector<Round> gaps(const Rounds& rounds) {
  std::map<int, int> expected;  // the next round, by replicate
  std::map<int, int> first;     // round missing, by replicate
  for (const auto& [round, present] : rounds) {
    int& next = expected[round.first];
    if (round.second > next) first.emplace(round.first, next);
    next = round.second + 1;
  }
  return {first.begin(), first.end()};
}

}  // namespace

std::vector<std::string> irregularities(const WorkloadContext& workload,
                                        const std::vector<std::string>& variants,
                                        const std::vector<Block>& blocks) {
  Rounds rounds;
  std::set<std::string> measured;
  int other_count = 0;
  for (const Block& block : blocks) {
    rounds[{block.replicate, block.round}].insert(block.variant);
    measured.insert(block.variant);
    const auto own = workload.operations_by_variant.find(block.variant);
    const std::int64_t expected =
        own == workload.operations_by_variant.end() ? workload.operations_per_block : own->second;
    if (expected > 0 && block.operations != expected) ++other_count;
  }
  std::vector<std::string> result;
  const auto say = [&](const std::string& what) { result.push_back(workload.name + ": " + what); };
  const auto bare = rounds_without(rounds, kBaseline);
  if (!bare.empty())
    say(fmt::format("{} of {} rounds have no block of none, and are left out ({})", bare.size(),
                    rounds.size(), first_of(bare)));
  std::vector<std::string> all = variants;
  for (const char* control : {kBaselineCopy, kBaselineDose})
    if (std::ranges::find(all, control) == all.end()) all.emplace_back(control);
  for (const auto& variant : all) {
    if (variant == kBaseline || !measured.contains(variant)) continue;
    auto missing = rounds_without(rounds, variant);
    // A uprobe is switched once a process.
    if (is_enabled_variant(variant) && variant.ends_with("@uprobe"))
      std::erase_if(missing, [](const Round& round) { return round.second > 0; });
    if (!missing.empty())
      say(fmt::format("{} is missing from {} of {} rounds, and rests on the others ({})", variant,
                      missing.size(), rounds.size(), first_of(missing)));
  }
  if (const auto missing = gaps(rounds); !missing.empty())
    say(fmt::format("rounds are missing in the middle of {} replicate{} ({})", missing.size(),
                    missing.size() == 1 ? "" : "s", first_of(missing)));
  if (other_count > 0)
    say(
        fmt::format("{} of {} blocks do not have the {} operations of the others (kept: times are "
                    "by operation)",
                    other_count, blocks.size(), workload.operations_per_block));
  return result;
}

}  // namespace tracetoll
