// The sites of patchable_entry and mcount, by the tables that the compiler, or the variant's
// header, leaves.
#include <optional>

#include "entry_calls.hpp"
#include "variant_switch.hpp"

// Weak: an executable may have the one variant and not the other.
extern "C" {
[[gnu::weak]] extern const std::uintptr_t __start___patchable_function_entries[];
[[gnu::weak]] extern const std::uintptr_t __stop___patchable_function_entries[];
[[gnu::weak]] extern const std::uintptr_t __start___mcount_loc[];
[[gnu::weak]] extern const std::uintptr_t __stop___mcount_loc[];
}

namespace tracetoll {
namespace {

EntryCalls& patchable_entries() {
  static EntryCalls calls("patchable_entry", {__start___patchable_function_entries,
                                              __stop___patchable_function_entries});
  return calls;
}

EntryCalls& mcount_entries() {
  static EntryCalls calls("mcount", {__start___mcount_loc, __stop___mcount_loc});
  return calls;
}

}  // namespace

const VariantSwitch kPatchableSwitch = {
    "patchable_entry", [](SwitchedProbe probe) { return patchable_entries().on(probe); },
    [] { patchable_entries().off(); }, entry_hits};
const VariantSwitch kMcountSwitch = {"mcount",
                                     [](SwitchedProbe probe) { return mcount_entries().on(probe); },
                                     [] { mcount_entries().off(); }, entry_hits};

}  // namespace tracetoll
