// The specimen: functions that hold a marker in every position that has once confused a compiler, a
// tool or us. specimen.cpp and specimen_second.cpp are compiled once a variant, in the namespace
// tracetoll::specimen::TT_VARIANT; specimen_main.cpp runs them all.
#pragma once

#include <cstdint>

#include "marker.h"

// What a variant wants of a function that more than one unit emits.
#ifndef TT_COMDAT
#define TT_COMDAT
#endif

namespace tracetoll::specimen {

// One variant's specimen, found through the linker section tt_specimens.
struct Entry {
  const char* variant;
  std::uint64_t (*run)(std::uint64_t seed);
};

}  // namespace tracetoll::specimen

namespace tracetoll::specimen::TT_VARIANT {

// A COMDAT function: both units emit it, the linker keeps one, and its records with it.
TT_COMDAT __attribute__((noinline)) inline std::uint64_t in_comdat(std::uint64_t a) {
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
