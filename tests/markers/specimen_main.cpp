// Runs every variant's specimen dormant, then with the variant's markers enabled, and prints one
// line a variant and one a marker: what specimen_run_test.cpp reads.
#define TT_MARKER_HEADER "none.h"
#define TT_VARIANT main_only
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "specimen.hpp"

extern "C" {
extern const tracetoll::specimen::Entry __start_tt_specimens[];
extern const tracetoll::specimen::Entry __stop_tt_specimens[];
extern const tt_site __start_tt_sites[];
extern const tt_site __stop_tt_sites[];
}

namespace {

template <typename T>
T* follow(const int& field) {
  return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(&field) +
                              static_cast<std::intptr_t>(field));
}

// The markers of a variant's sites; a marker that several sites share is there once.
std::map<tt_marker*, std::string> markers_of(const char* variant) {
  std::map<tt_marker*, std::string> markers;
  for (const tt_site* site = __start_tt_sites; site != __stop_tt_sites; site++) {
    if (site->marker == 0 || std::strcmp(follow<char>(site->variant), variant) != 0) continue;
    markers.emplace(follow<tt_marker>(site->marker), follow<char>(site->name));
  }
  return markers;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 12;
  for (auto* entry = __start_tt_specimens; entry != __stop_tt_specimens; entry++) {
    const auto markers = markers_of(entry->variant);
    const std::uint64_t dormant = entry->run(seed);
    std::map<std::string, unsigned> dormant_hits;
    for (const auto& [marker, name] : markers) {
      dormant_hits[name] += marker->hits;
      marker->state = 1;
    }
    const std::uint64_t enabled = entry->run(seed);
    std::printf("variant %s %" PRIu64 " %" PRIu64 "\n", entry->variant, dormant, enabled);
    std::map<std::string, unsigned> hits;
    for (const auto& [marker, name] : markers) {
      marker->state = 0;
      hits[name] += marker->hits;
    }
    for (const auto& [name, count] : hits) {
      std::printf("marker %s %s %u %u\n", entry->variant, name.c_str(), dormant_hits[name],
                  count - dormant_hits[name]);
    }
  }
  return 0;
}
