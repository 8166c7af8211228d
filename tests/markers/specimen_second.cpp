// The second unit of the specimen: it uses the same inline functions as the first.
#include "specimen.hpp"

namespace tracetoll::specimen::TT_VARIANT {

__attribute__((noinline)) static std::uint64_t second(std::uint64_t a) {
  MARK(second, a);
  return in_comdat(a) + 1;
}

std::uint64_t run_second(std::uint64_t seed) {
  return second(seed) * 31 + in_inlined(seed, seed * 3);
}

}  // namespace tracetoll::specimen::TT_VARIANT
