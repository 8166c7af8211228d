#include "twin_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace tracetoll {

std::string counted(std::int64_t count, std::string_view noun) {
  if (count == 1 || count == -1) return fmt::format("{} {}", count, noun);
  return fmt::format("{} {}{}", count, noun, noun.ends_with("ch") ? "es" : "s");
}

std::string changed(std::int64_t difference, std::string_view noun) {
  return fmt::format("{} {}", counted(std::abs(difference), noun),
                     difference < 0 ? "fewer" : "more");
}

Toll toll_of(std::int64_t difference) {
  return difference > 0 ? Toll::more : difference < 0 ? Toll::less : Toll::open;
}

bool same_loops(const TwinFunction& before, const TwinFunction& after) {
  const auto repeating = [](const TwinFunction& function) {
    return std::ranges::count_if(
        function.code, [](const Instruction& i) { return i.mnemonic.starts_with("rep"); });
  };
  if (repeating(before) != repeating(after)) return false;
  return std::ranges::equal(before.shape.loops, after.shape.loops,
                            [](const Loop& left, const Loop& right) {
                              return left.depth == right.depth && left.unroll == right.unroll &&
                                     left.vector_instructions == right.vector_instructions;
                            });
}

std::vector<TwinCause> twin_causes(const TwinFunction& before, const TwinFunction& after,
                                   Machine machine) {
  std::vector<TwinCause> causes;
  add_register_causes(before, after, machine, causes);
  add_loop_causes(before, after, causes);
  add_flow_causes(before, after, causes);
  add_call_causes(before, after, causes);
  add_size_causes(before, after, causes);
  std::ranges::stable_sort(causes, {}, &TwinCause::kind);
  return causes;
}

}  // namespace tracetoll
