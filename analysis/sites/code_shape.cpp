#include "code_shape.hpp"

#include "function_shape.hpp"
#include "sites_of_function.hpp"

namespace tracetoll {

CodeShape code_shape(const FunctionTable& functions, std::span<const Site> sites,
                     std::string_view name_space) {
  CodeShape sum;
  sum.hot_lines = 0;
  for (const Function* function : functions.in_namespace(name_space)) {
    const SiteCode code = own_site_code(*function, sites);
    const FunctionShape shape =
        function_shape(functions.machine(), *function, functions.decode(*function), code.guarded,
                       code.emitted, code.hidden);
    sum.sites += code.sites;
    sum.text_bytes += shape.total.bytes + shape.total.padding_bytes;
    sum.instructions += shape.hot.instructions;
    sum.callee_saved_pushes += shape.hot.saves;
    sum.stack_loads += shape.hot.stack_loads;
    sum.stack_stores += shape.hot.stack_stores;
    sum.conditional_branches += shape.hot.conditional_branches;
    sum.calls += shape.hot.calls + shape.hot.tail_calls;
    *sum.hot_lines += shape.hot.cache_lines;
  }
  return sum;
}

}  // namespace tracetoll
