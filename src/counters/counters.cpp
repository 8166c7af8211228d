#include "counters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tracetoll {
namespace {

constexpr std::uint64_t kKnownBranches = 200'000;

// One conditional branch an iteration, whatever the compiler.
void run_branches(std::uint64_t count) {
  __asm__ volatile("1: dec %0\n jnz 1b" : "+r"(count) : : "cc");
}

std::optional<double> branches_counted(CounterSource& source, std::uint64_t count) {
  const auto before = source.read();
  run_branches(count);
  const auto counted = count_between(source.names(), before, source.read());
  const auto found = counted.find("branches");
  if (found == counted.end()) return std::nullopt;
  return found->second;
}

}  // namespace

std::map<std::string, double> count_between(const std::vector<std::string>& names,
                                            const std::optional<CounterReading>& before,
                                            const std::optional<CounterReading>& after) {
  if (!before || !after) return {};
  if (before->values.size() != names.size() || after->values.size() != names.size()) return {};
  if (after->enabled_ns - before->enabled_ns != after->running_ns - before->running_ns) return {};
  std::map<std::string, double> counted;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (after->values[i] < before->values[i]) return {};
    counted[names[i]] = static_cast<double>(after->values[i] - before->values[i]);
  }
  return counted;
}

std::string known_answer_failure(CounterSource& source) {
  for (const std::uint64_t factor : {1, 1, 2}) {
    const std::uint64_t expected = factor * kKnownBranches;
    const auto counted = branches_counted(source, expected);
    if (!counted) return "known-answer test: the group could not be read, or was multiplexed";
    const auto least = static_cast<double>(expected);
    if (*counted < least || *counted > least * 1.001 + 64)
      return fmt::format("known-answer test: counted {:.0f} of {} branches", *counted, expected);
  }
  return {};
}

}  // namespace tracetoll
