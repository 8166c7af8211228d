#include "run_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "count_study.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr double kPartOfBudget = 0.25;
constexpr double kLeastBudget = 10;  // seconds: Valgrind alone takes about 0.7 s to start

}  // namespace

CountStudy counts_of_run(const RunRequest& request, const Layouts& layouts, const RunHooks& hooks,
                         Progress& progress) {
  CountStudy none;
  none.layout = 1;
  if (!request.dosed.empty()) {
    none.unavailable = "copies of a marker are not counted";
    return none;
  }
  if (request.budget_seconds < kLeastBudget) {
    none.unavailable = fmt::format("a budget under {:g} s leaves no time for them", kLeastBudget);
    return none;
  }
  CountRequest count;
  count.file = layouts.files.front();
  count.not_countable = layouts.inventory.not_countable;
  count.workloads = request.workloads;
  // Sites that are switched on are patched code, which Valgrind takes for the old.
  std::ranges::remove_copy_if(request.variants, std::back_inserter(count.variants),
                              is_enabled_variant);
  count.budget_seconds = kPartOfBudget * request.budget_seconds;
  const CountHooks counting = {
      hooks.interrupted, [&](int done, int all, const std::string& what) {
        progress.show(hooks.seconds(), fmt::format("{} of {} counted  {}", done, all, what));
      }};
  return count_variants(count, counting).study;
}

}  // namespace tracetoll
