// Ten thousand sites of one variant, in functions with code between them: compiled once a variant
// with -DTT_VARIANT and -DTT_MARKER_HEADER. They are there to be switched; nobody runs them but to
// see that they can.
#include "sites.hpp"

#include "marker.h"

namespace tracetoll::toggle::TT_VARIANT {
namespace {

unsigned long table[256];

unsigned long mix(unsigned long value) {
  return value * 0x9e3779b97f4a7c15 ^ value >> 29;
}

// A site, and some 80 bytes of what programs do between two.
#define SITE_OF(name)                      \
  MARK(name, value, table);                \
  value = mix(value);                      \
  table[value & 255] += value;             \
  if (table[value >> 56] < value) value++; \
  value = mix(value);                      \
  table[value >> 32 & 255] ^= value;

#define SITES_4(name) SITE_OF(name) SITE_OF(name) SITE_OF(name) SITE_OF(name)
#define SITES_16(name) SITES_4(name) SITES_4(name) SITES_4(name) SITES_4(name)
#define SITES_64(name) SITES_16(name) SITES_16(name) SITES_16(name) SITES_16(name)

template <int number>
[[gnu::noinline]] unsigned long many(unsigned long value) {
  SITES_64(many)
  return value;
}

[[gnu::noinline]] unsigned long one(unsigned long value) {
  SITE_OF(one)
  return value;
}

[[gnu::noinline]] unsigned long hundred(unsigned long value) {
  SITES_64(hundred)
  SITES_16(hundred) SITES_16(hundred) SITES_4(hundred) return value;
}

// 10,000 = 1 + 100 + 154 * 64 + 43
constexpr int kFunctions = 154;

[[gnu::noinline]] unsigned long rest(unsigned long value) {
  SITES_16(rest)
  SITES_16(rest) SITES_4(rest) SITES_4(rest) SITE_OF(rest) SITE_OF(rest) SITE_OF(rest) return value;
}

template <int... numbers>
unsigned long all_of_many(unsigned long value, std::integer_sequence<int, numbers...>) {
  ((value = many<numbers>(value)), ...);
  return value;
}

unsigned long pass_all(unsigned long value) {
  value = rest(hundred(one(value)));
  return all_of_many(value, std::make_integer_sequence<int, kFunctions>());
}

[[gnu::used, gnu::section("tt_toggled")]] const Toggled kToggled = {TT_VARIANT_LABEL, pass_all};

}  // namespace
}  // namespace tracetoll::toggle::TT_VARIANT
