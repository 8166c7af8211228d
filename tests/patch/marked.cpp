// The sites of one variant: -DTT_VARIANT, -DTT_VARIANT_LABEL, -DTT_MARKER_HEADER.
#include "marked.hpp"

#include "marker.h"

namespace tracetoll::patch_test::TT_VARIANT {
namespace {

// TT_KEEP: patch_dwarf finds its arguments without debug information.
[[gnu::noinline]] void pass(unsigned long number) {
  [[maybe_unused]] const unsigned long complement = ~number;
  MARK(passed, TT_KEEP(number), TT_KEEP(complement));
}

[[gnu::noinline]] void pass_elsewhere(unsigned long number) {
  [[maybe_unused]] const unsigned long complement = ~number;
  MARK(passed_elsewhere, TT_KEEP(number), TT_KEEP(complement));
}

[[gnu::always_inline]] inline void pass_inlined(unsigned long number) {
  [[maybe_unused]] const unsigned long complement = ~number;
  MARK(passed_copy, TT_KEEP(number), TT_KEEP(complement));
}

[[gnu::noinline]] void pass_first_copy(unsigned long number) {
  pass_inlined(number);
}
// Not the same code, which g++ would keep once.
[[gnu::noinline]] void pass_second_copy(unsigned long number) {
  pass_inlined(number + 1);
}

void pass_copy(unsigned long number, bool second) {
  second ? pass_second_copy(number) : pass_first_copy(number);
}

[[gnu::used, gnu::section("tt_marked")]] const Marked kMarked = {TT_VARIANT_LABEL, pass,
                                                                 pass_elsewhere, pass_copy};

}  // namespace
}  // namespace tracetoll::patch_test::TT_VARIANT
