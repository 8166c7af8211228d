#include "exact_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tracetoll {
namespace {

// In the order of kExactEvents.
constexpr std::array<const char*, 4> kCallgrindEvents = {"Ir", "Dr", "Dw", "Bc"};

struct Dumps {
  const CallgrindPart* none = nullptr;
  const CallgrindPart* once = nullptr;   // of N operations
  const CallgrindPart* twice = nullptr;  // of 2N
};

const CallgrindPart* find_part(const std::vector<CallgrindPart>& parts, const std::string& name) {
  const auto found = std::ranges::find(parts, name, &CallgrindPart::name);
  return found == parts.end() ? nullptr : &*found;
}

// The sum of an event; nothing where the file does not have it, or where it would not be a count of
// this world (a signed difference must not overflow).
std::optional<std::int64_t> sum(const CallgrindPart& part, const char* event) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  const auto found = part.events.find(std::string_view(event));
  if (found == part.events.end() || found->second > kMost) return std::nullopt;
  return static_cast<std::int64_t>(found->second);
}

// What N operations and their loop executed, by exact event; or why that is not known.
LoopCounts of_n_operations(const std::vector<CallgrindPart>& parts, const Counted& counted,
                           Dumps& dumps) {
  LoopCounts result;
  result.operations = counted.operations;
  result.unavailable = counted.failure;
  if (!counted.failure.empty()) return result;
  if (counted.operations < 1 || counted.operations > 1'000'000) {
    result.unavailable = "no operations were counted";
    return result;
  }
  dumps = {find_part(parts, dump_name(counted.index, 0)),
           find_part(parts, dump_name(counted.index, counted.operations)),
           find_part(parts, dump_name(counted.index, 2 * counted.operations))};
  if (!dumps.none || !dumps.once || !dumps.twice) {
    result.unavailable = "callgrind wrote no counts of it";
    return result;
  }
  for (std::size_t i = 0; i < kExactEvents.size(); ++i) {
    const auto none = sum(*dumps.none, kCallgrindEvents[i]);
    const auto once = sum(*dumps.once, kCallgrindEvents[i]);
    const auto twice = sum(*dumps.twice, kCallgrindEvents[i]);
    if (!none || !once || !twice) {
      result.unavailable = fmt::format("callgrind did not count {}", kCallgrindEvents[i]);
    } else if (*twice - *once != *once - *none) {
      result.unavailable =
          fmt::format("{0} operations took {1} {2}, the next {0} took {3}", counted.operations,
                      *once - *none, kExactEvents[i], *twice - *once);
    } else {
      result.of_all_passes[kExactEvents[i]] = *once - *none;
      continue;
    }
    return result;
  }
  return result;
}

std::int64_t of_nothing(std::string_view event) {
  if (event == "instructions") return kNothingInstructions;
  return event == "loads" ? kNothingLoads : 0;
}

std::map<std::string, double> simulated_counts(const CallgrindPart& part, std::int64_t operations) {
  const auto misses = sum(part, "I1mr");
  const auto conditional = sum(part, "Bcm");
  const auto indirect = sum(part, "Bim");
  std::map<std::string, double> result;
  const auto per_operation = [&](std::int64_t count) {
    return static_cast<double>(count) / static_cast<double>(operations);
  };
  if (misses) result["I1-misses"] = per_operation(*misses);
  if (conditional && indirect) result["mispredictions"] = per_operation(*conditional + *indirect);
  return result;
}

}  // namespace

LoopCounts loop_counts(const std::vector<CallgrindPart>& parts, const Counted& loop) {
  Dumps dumps;
  LoopCounts result = of_n_operations(parts, loop, dumps);
  if (!result.unavailable.empty()) result.unavailable = "the loop around it: " + result.unavailable;
  for (auto& [event, count] : result.of_all_passes) count -= of_nothing(event) * result.operations;
  return result;
}

ExactCounts exact_counts(const std::vector<CallgrindPart>& parts, const Counted& counted,
                         const LoopCounts& loop) {
  Dumps dumps;
  const LoopCounts with_loop = of_n_operations(parts, counted, dumps);
  ExactCounts result;
  result.unavailable = with_loop.unavailable.empty() ? loop.unavailable : with_loop.unavailable;
  if (!result.unavailable.empty()) return result;
  for (const auto& [event, count] : with_loop.of_all_passes) {
    // One division, so that whole numbers come out whole.
    const auto passes =
        static_cast<double>(with_loop.operations) * static_cast<double>(loop.operations);
    const double own = (static_cast<double>(count) * static_cast<double>(loop.operations) -
                        static_cast<double>(loop.of_all_passes.at(event)) *
                            static_cast<double>(with_loop.operations)) /
                       passes;
    if (own < 0) return {{}, {}, fmt::format("fewer {} than the loop around it has", event)};
    result.per_op[event] = own;
  }
  result.simulated = simulated_counts(*dumps.twice, 2 * with_loop.operations);
  return result;
}

}  // namespace tracetoll
