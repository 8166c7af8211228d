// Choices made without a branch, which a site takes from the code around it.

#include <fmt/format.h>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

void add_choices(const TwinFunction& before, const TwinFunction& after,
                 std::vector<TwinCause>& causes) {
  const int moves = after.shape.hot.conditional_moves - before.shape.hot.conditional_moves;
  const int branches = after.shape.hot.conditional_branches -
                       before.shape.hot.conditional_branches -
                       (after.sites.conditional_branches - before.sites.conditional_branches);
  const bool lost = moves < 0 && branches > 0;
  if (!lost && !(moves > 0 && branches < 0)) return;
  const auto of = [](const TwinFunction& function) {
    return hot_addresses(function, [](const Instruction& i) { return i.conditional_move; });
  };
  const bool guards = before.sites.conditional_branches + after.sites.conditional_branches > 0;
  // Not more: a branch that is predicted costs less than the move that waits for its operands.
  causes.push_back(
      {CauseKind::conditional_move, Toll::open,
       fmt::format("{} and{} {}: {}", changed(moves, "conditional move"),
                   guards ? ", guards left out," : "", changed(branches, "conditional branch"),
                   lost ? "a choice seems to have become a branch"
                        : "a branch seems to have become a choice without one"),
       of(before), of(after)});
}

}  // namespace

void add_flow_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes) {
  add_choices(before, after, causes);
}

}  // namespace tracetoll
