// Optimisations that a site takes from the code around it: loops unrolled or vectorised, choices
// made without a branch.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

using LoopsOfDepth = std::map<int, std::vector<const Loop*>>;

LoopsOfDepth by_depth(const TwinFunction& function) {
  LoopsOfDepth result;
  for (const Loop& loop : function.shape.loops) result[loop.depth].push_back(&loop);
  return result;
}

std::string unrolled(int unroll) {
  return unroll > 1 ? fmt::format("unrolled {} times", unroll) : "not unrolled";
}

void add_pair(const Loop& before, const Loop& after, std::vector<TwinCause>& causes) {
  if (before.unroll != after.unroll) {
    const auto words =
        after.unroll == 1
            ? fmt::format("a loop is no longer unrolled; before, {} times", before.unroll)
            : fmt::format("a loop is unrolled {} times; {}", after.unroll,
                          before.unroll == 1 ? std::string("before, it was not")
                                             : fmt::format("{} before", before.unroll));
    causes.push_back({CauseKind::unrolling,
                      toll_of(before.unroll - after.unroll),
                      words,
                      {before.head},
                      {after.head}});
  }
  if ((before.vector_instructions > 0) != (after.vector_instructions > 0)) {
    const bool lost = after.vector_instructions == 0;
    causes.push_back({CauseKind::vectorisation,
                      lost ? Toll::more : Toll::less,
                      lost ? "a loop is no longer vectorised" : "a loop is now vectorised",
                      {before.head},
                      {after.head}});
  }
}

// A compiler that unrolls leaves a second loop for the rest, so that the loops of the builds do not
// pair; what can be said is of the most unrolled of either.
void add_unlike(const std::vector<const Loop*>& before, const std::vector<const Loop*>& after,
                std::vector<TwinCause>& causes) {
  const auto most = [](const std::vector<const Loop*>& loops, int Loop::*figure) {
    return *std::ranges::max_element(loops, {},
                                     [figure](const Loop* loop) { return loop->*figure; });
  };
  const auto counts =
      fmt::format("{} of that depth, {} before", counted(std::ssize(after), "loop"), before.size());
  const Loop* was = most(before, &Loop::unroll);
  const Loop* is = most(after, &Loop::unroll);
  if (was->unroll != is->unroll) {
    causes.push_back({CauseKind::unrolling,
                      toll_of(was->unroll - is->unroll),
                      fmt::format("its most unrolled loop is {}, {} before ({})",
                                  unrolled(is->unroll), unrolled(was->unroll), counts),
                      {was->head},
                      {is->head}});
  }
  was = most(before, &Loop::vector_instructions);
  is = most(after, &Loop::vector_instructions);
  if ((was->vector_instructions > 0) != (is->vector_instructions > 0)) {
    const bool lost = is->vector_instructions == 0;
    causes.push_back(
        {CauseKind::vectorisation,
         lost ? Toll::more : Toll::less,
         fmt::format("{} ({})",
                     lost ? "no loop is vectorised, one was" : "a loop is vectorised, none was",
                     counts),
         {was->head},
         {is->head}});
  }
}

void add_loops(const TwinFunction& before, const TwinFunction& after,
               std::vector<TwinCause>& causes) {
  const LoopsOfDepth old_loops = by_depth(before);
  for (const auto& [depth, loops] : by_depth(after)) {
    const auto found = old_loops.find(depth);
    if (found == old_loops.end()) continue;
    if (found->second.size() != loops.size()) {
      add_unlike(found->second, loops, causes);
      continue;
    }
    for (std::size_t i = 0; i < loops.size(); i++) add_pair(*found->second[i], *loops[i], causes);
  }
}

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
  const std::size_t first = causes.size();
  add_loops(before, after, causes);
  std::stable_sort(
      causes.begin() + static_cast<std::ptrdiff_t>(first), causes.end(),
      [](const TwinCause& left, const TwinCause& right) { return left.kind < right.kind; });
  add_choices(before, after, causes);
}

}  // namespace tracetoll
