// The specimen: functions that hold a marker in every position that has once confused a compiler, a
// tool or us. specimen.cpp and specimen_second.cpp are compiled once a variant, in the namespace
// tracetoll::specimen::TT_VARIANT; specimen_main.cpp runs them all.
#pragma once

#include <cstdint>

#include "marker.h"

namespace tracetoll::specimen {

// One variant's specimen, found through the linker section tt_specimens.
struct Entry {
  const char* variant;
  std::uint64_t (*run)(std::uint64_t seed);
};

// What one run() must hit, by marker name, and how many records the name leaves in a variant that
// leaves any. The names are unique in the specimen, so that the figures can be written down.
struct Expected {
  const char* name;
  unsigned hits;
  int records;
};

inline constexpr Expected kExpected[] = {
    {"args_0", 1, 1},        {"args_1", 1, 1},      {"args_2", 1, 1},       {"args_3", 1, 1},
    {"args_4", 1, 1},        {"args_5", 1, 1},      {"args_6", 1, 1},       {"args_7", 1, 1},
    {"args_8", 1, 1},        {"in_loop", 10, 1},    {"in_comdat", 2, 1},    {"in_inlined", 2, 2},
    {"conditional_arm", 4, 1}, {"tail", 1, 1},      {"leaf", 1, 1},         {"pressure", 8, 1},
    {"twice", 2, 2},         {"in_switch", 5, 1},   {"arm_left", 3, 1},     {"arm_right", 5, 1},
    {"second", 1, 1},
};

}  // namespace tracetoll::specimen

namespace tracetoll::specimen::TT_VARIANT {

// A COMDAT function: both units emit it, the linker keeps one, and its records with it.
__attribute__((noinline)) inline std::uint64_t in_comdat(std::uint64_t a) {
  MARK(in_comdat, a);
  return a * 3 + 1;
}

// Inlined at two places: one marker, two records.
__attribute__((always_inline)) inline std::uint64_t in_inlined(std::uint64_t a, std::uint64_t b) {
  MARK(in_inlined, a, b);
  return a ^ (b << 7);
}

std::uint64_t run_second(std::uint64_t seed);

}  // namespace tracetoll::specimen::TT_VARIANT
