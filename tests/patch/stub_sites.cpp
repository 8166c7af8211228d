// Sites of every type and number of arguments; compiled at -O0 and at -O2, as `sites_o0`, ... Each
// returns what it makes of its arguments after the site: a probe must not change it.
#include "stub_sites.hpp"

#include "marker.h"

namespace tracetoll::patch::TT_SITES {

#define JOIN_(a, b, c) a##_##b##_##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define NAME(type, n) JOIN(type, n, TT_SITES)

template <typename T>
static double sum(const T* v) {
  double result = 0;
  for (int i = 0; i < 12; ++i) result = result * 3 + static_cast<double>(v[i]);
  return result;
}

#define SITE(type, n, ...)                     \
  static double NAME(type, n)(const type* v) { \
    double before = sum(v);                    \
    MARK(__VA_ARGS__);                         \
    return before - sum(v);                    \
  }
#define SITES(type)                                                                            \
  SITE(type, 0, NAME(type, 0))                                                                 \
  SITE(type, 1, NAME(type, 1), v[0])                                                           \
  SITE(type, 2, NAME(type, 2), v[0], v[1])                                                     \
  SITE(type, 3, NAME(type, 3), v[0], v[1], v[2])                                               \
  SITE(type, 4, NAME(type, 4), v[0], v[1], v[2], v[3])                                         \
  SITE(type, 5, NAME(type, 5), v[0], v[1], v[2], v[3], v[4])                                   \
  SITE(type, 6, NAME(type, 6), v[0], v[1], v[2], v[3], v[4], v[5])                             \
  SITE(type, 7, NAME(type, 7), v[0], v[1], v[2], v[3], v[4], v[5], v[6])                       \
  SITE(type, 8, NAME(type, 8), v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7])                 \
  SITE(type, 9, NAME(type, 9), v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])           \
  SITE(type, 10, NAME(type, 10), v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9])   \
  SITE(type, 11, NAME(type, 11), v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9],   \
       v[10])                                                                                  \
  SITE(type, 12, NAME(type, 12), v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9],   \
       v[10], v[11])                                                                           \
  Hit<type> hit_##type(int n) {                                                                \
    constexpr Hit<type> all[] = {NAME(type, 0), NAME(type, 1), NAME(type, 2),  NAME(type, 3),  \
                                 NAME(type, 4), NAME(type, 5), NAME(type, 6),  NAME(type, 7),  \
                                 NAME(type, 8), NAME(type, 9), NAME(type, 10), NAME(type, 11), \
                                 NAME(type, 12)};                                              \
    return all[n];                                                                             \
  }
TT_TEST_TYPES(SITES)

double hit_mixed(signed char a, double b, unsigned short c, float d, const void* e, bool f, long g,
                 float h, unsigned i, double j, Colour k, short l) {
  MARK(NAME(mixed, 12), a, b, c, d, e, f, g, h, i, j, k, l);
  return b + static_cast<double>(d) + static_cast<double>(h) + j;
}

void hit_constants() {
  MARK(NAME(constants, 5), -3, 0xfedcba9876543210ul, true, nullptr, 'x');
}

}  // namespace tracetoll::patch::TT_SITES
