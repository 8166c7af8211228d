// What live_VARIANT() reaches is live; the build asks the linker for it by name.
#include "units.hpp"

// Elsewhere, so that the compiler knows nothing of it but that it has no side effects.
extern "C" __attribute__((const)) std::uint64_t computed(std::uint64_t a);

namespace tracetoll::linked::TT_VARIANT {

Word dead(Word a);
Word dead(Word a) {
  MARK(dead, a);
  return dead_shared(a) + 1;
}

TT_ALONE static Word first(Word a) {
  MARK(first, a);
  return shared(a) + 2;
}

// What computes the argument is called, dormant or not, by a variant that evaluates it there.
TT_ALONE static Word argument(Word a) {
  MARK(argument, computed(a));
  return a * 7;
}

}  // namespace tracetoll::linked::TT_VARIANT

extern "C" std::uint64_t TT_JOIN(live_, TT_VARIANT)(std::uint64_t a);
extern "C" std::uint64_t TT_JOIN(live_, TT_VARIANT)(std::uint64_t a) {
  using namespace tracetoll::linked::TT_VARIANT;
  return first(a) + second(a) + argument(a);
}

extern "C" __attribute__((section("tt_facts"), used, retain))
const tt_facts TT_JOIN(tt_facts_, TT_VARIANT) = TT_FACTS;
