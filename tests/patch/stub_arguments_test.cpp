// Every type, 0 to 12 arguments, at sites compiled at -O0 and -O2.
#include <gtest/gtest.h>

#include <array>
#include <cstdarg>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "stub_site.hpp"
#include "stub_sites.hpp"

namespace tracetoll::patch {
namespace {

// What a probe sees of an argument: integers as whole registers, so that their extension is seen.
template <typename T, bool is_enum = std::is_enum_v<T>>
struct Integer {
  using type = T;
};
template <typename T>
struct Integer<T, true> {
  using type = std::underlying_type_t<T>;
};
template <typename T>
using Seen = std::conditional_t<
    std::is_floating_point_v<T>, T,
    std::conditional_t<std::is_signed_v<typename Integer<T>::type>, std::int64_t, std::uint64_t>>;

template <typename T>
std::vector<Seen<T>> seen;
int calls = 0;
const tt_marker* seen_marker = nullptr;
std::string seen_text;

template <typename T, std::size_t>
using Each = T;

template <typename T, std::size_t... Is>
void note(tt_marker* marker, const char* text, Each<Seen<T>, Is>... arguments) {
  seen<T> = {arguments...};
  seen_marker = marker;
  seen_text = text;
  ++calls;
}

template <typename T, std::size_t... Is>
struct tt_probe noting(std::index_sequence<Is...>) {
  return probe_of(note<T, Is...>, TT_SAVES_VECTORS);
}

template <typename T>
struct tt_probe noting_of(int arguments) {
  struct tt_probe result {};
  [&]<std::size_t... Ns>(std::index_sequence<Ns...>) {
    ((static_cast<int>(Ns) == arguments ? void(result = noting<T>(std::make_index_sequence<Ns>()))
                                        : void()),
     ...);
  }
  (std::make_index_sequence<13>());
  return result;
}

template <typename T>
std::array<T, 12> values() {
  std::array<T, 12> result{};
  if constexpr (std::is_floating_point_v<T>) {
    for (std::size_t i = 0; i < 12; ++i) result[i] = static_cast<T>(1.5 - static_cast<double>(i));
    result[3] = -std::numeric_limits<T>::infinity();
    result[5] = std::numeric_limits<T>::denorm_min();
    result[10] = std::numeric_limits<T>::max();
  } else if constexpr (std::is_same_v<T, bool>) {
    for (std::size_t i = 0; i < 12; ++i) result[i] = i % 3 == 0;
  } else {
    using Bits = typename Integer<T>::type;
    for (std::size_t i = 0; i < 12; ++i) result[i] = static_cast<T>(static_cast<Bits>(i * 7 + 1));
    result[0] = static_cast<T>(std::numeric_limits<Bits>::min());
    result[2] = static_cast<T>(-1);
    result[4] = static_cast<T>(std::numeric_limits<Bits>::max());
    result[9] = static_cast<T>(static_cast<Bits>(std::numeric_limits<Bits>::max() / 2 + 1));
    result[11] = static_cast<T>(-2);
  }
  return result;
}

template <typename T>
void expect_all_seen(const std::string& type, const std::string& sites, Hit<T> (*hit)(int)) {
  const std::array<T, 12> all = values<T>();
  for (int n = 0; n <= 12; ++n) {
    SCOPED_TRACE(type + ", " + std::to_string(n) + " arguments, " + sites);
    const std::string name = type + "_" + std::to_string(n) + "_" + sites;
    const SwitchedSite site(name.c_str(), noting_of<T>(n));
    calls = 0;
    static_cast<void>(hit(n)(all.data()));
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(seen_marker, site.marker());
    EXPECT_EQ(seen_text, site.marker()->arguments);
    ASSERT_EQ(seen<T>.size(), static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
      EXPECT_EQ(seen<T>[i], static_cast<Seen<T>>(all[i])) << "argument " << i;
  }
}

#define TYPE_TEST(type)                                             \
  TEST(StubArguments, ArriveInOrderWithTheirValues_##type) {        \
    expect_all_seen<type>(#type, "sites_o0", sites_o0::hit_##type); \
    expect_all_seen<type>(#type, "sites_o2", sites_o2::hit_##type); \
  }
TT_TEST_TYPES(TYPE_TEST)

struct Mixed {
  signed char a;
  double b;
  unsigned short c;
  float d;
  const void* e;
  bool f;
  long g;
  float h;
  unsigned i;
  double j;
  Colour k;
  short l;
  bool operator==(const Mixed&) const = default;
};
Mixed mixed;
constexpr Mixed kMixed = {-5,     2.5,        65535,  -0.25f, &mixed, true, -4'000'000'000'000,
                          1e-30f, 0xffffffff, -1e300, kRed,   -32768};

void note_mixed(tt_marker*, const char*, signed char a, double b, unsigned short c, float d,
                const void* e, bool f, long g, float h, unsigned i, double j, Colour k, short l) {
  mixed = {a, b, c, d, e, f, g, h, i, j, k, l};
}

void note_mixed_variadic(tt_marker*, const char* text, ...) {
  va_list list;
  va_start(list, text);
  mixed.a = static_cast<signed char>(va_arg(list, int));
  mixed.b = va_arg(list, double);
  mixed.c = static_cast<unsigned short>(va_arg(list, int));
  mixed.d = static_cast<float>(va_arg(list, double));
  mixed.e = va_arg(list, const void*);
  mixed.f = va_arg(list, int) != 0;
  mixed.g = va_arg(list, long);
  mixed.h = static_cast<float>(va_arg(list, double));
  mixed.i = va_arg(list, unsigned);
  mixed.j = va_arg(list, double);
  mixed.k = static_cast<Colour>(va_arg(list, int));
  mixed.l = static_cast<short>(va_arg(list, int));
  va_end(list);
}

template <typename HitMixed>
void hit(HitMixed function) {
  mixed = {};
  const Mixed& m = kMixed;
  EXPECT_EQ(function(m.a, m.b, m.c, m.d, m.e, m.f, m.g, m.h, m.i, m.j, m.k, m.l),
            m.b + static_cast<double>(m.d) + static_cast<double>(m.h) + m.j);
}

TEST(StubArguments, OfAllTypesTogetherArriveInOrder) {
  const struct tt_probe probe = probe_of(note_mixed, TT_SAVES_VECTORS);
  const SwitchedSite slow("mixed_12_sites_o0", probe);
  const SwitchedSite fast("mixed_12_sites_o2", probe);
  hit(sites_o0::hit_mixed);
  EXPECT_EQ(mixed, kMixed);
  hit(sites_o2::hit_mixed);
  EXPECT_EQ(mixed, kMixed);
}

TEST(StubArguments, OfAVariadicProbeArePromoted) {
  const struct tt_probe probe = {reinterpret_cast<tt_function>(note_mixed_variadic),
                                 TT_SAVES_VECTORS, TT_VARIADIC};
  const SwitchedSite slow("mixed_12_sites_o0", probe);
  const SwitchedSite fast("mixed_12_sites_o2", probe);
  hit(sites_o0::hit_mixed);
  EXPECT_EQ(mixed, kMixed);
  hit(sites_o2::hit_mixed);
  EXPECT_EQ(mixed, kMixed);
}

std::array<std::uint64_t, 5> constants;
void note_constants(tt_marker*, const char*, long a, unsigned long b, unsigned long c, void* d,
                    unsigned long e) {
  constants = {static_cast<std::uint64_t>(a), b, c, reinterpret_cast<std::uintptr_t>(d), e};
}

TEST(StubArguments, ThatAreConstantsArrive) {
  const std::array<std::uint64_t, 5> expected = {static_cast<std::uint64_t>(-3),
                                                 0xfedcba9876543210u, 1, 0, 'x'};
  const struct tt_probe probe = probe_of(note_constants, TT_SAVES_INTEGERS);
  const SwitchedSite slow("constants_5_sites_o0", probe);
  const SwitchedSite fast("constants_5_sites_o2", probe);
  constants = {};
  sites_o0::hit_constants();
  EXPECT_EQ(constants, expected);
  constants = {};
  sites_o2::hit_constants();
  EXPECT_EQ(constants, expected);
}

TEST(StubArguments, OfAProbeThatWantsNoneAreNotLoaded) {
  const SwitchedSite site("int64_t_12_sites_o2",
                          probe_of(note<std::int64_t>, TT_SAVES_VECTORS, TT_NO_ARGUMENTS));
  calls = 0;
  static_cast<void>(sites_o2::hit_int64_t(12)(values<std::int64_t>().data()));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(site.stub()->attachment.load()->room, 0u);
}

}  // namespace
}  // namespace tracetoll::patch
