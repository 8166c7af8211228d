#pragma once

#include <cstdint>

namespace tracetoll::patch {

enum Colour : short { kRed = -7, kBlue = 300 };
using pointer = const char*;
using boolean = bool;

#define TT_TEST_TYPES(X) \
  X(int8_t)              \
  X(uint8_t)             \
  X(int16_t)             \
  X(uint16_t) X(int32_t) X(uint32_t) X(int64_t) X(uint64_t) X(boolean) X(Colour) X(float) X(double)

// Runs through one site with the 12 values, or as many as it takes. 0 when the site's function has
// its values still.
template <typename T>
using Hit = double (*)(const T* values);

#define TT_DECLARE(type) Hit<type> hit_##type(int arguments);
#define TT_DECLARE_MIXED                                                                      \
  double hit_mixed(signed char a, double b, unsigned short c, float d, const void* e, bool f, \
                   long g, float h, unsigned i, double j, Colour k, short l);                 \
  void hit_constants();
namespace sites_o0 {
TT_TEST_TYPES(TT_DECLARE)
TT_DECLARE_MIXED
}  // namespace sites_o0
namespace sites_o2 {
TT_TEST_TYPES(TT_DECLARE)
TT_DECLARE_MIXED
}  // namespace sites_o2

}  // namespace tracetoll::patch
