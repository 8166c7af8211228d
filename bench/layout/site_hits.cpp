#define TT_MARKER_HEADER "none.h"
#include "site_hits.hpp"

#include <set>
#include <string_view>

#include "site_records.hpp"
#include "site_switch.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

constexpr int kWarmUp = 4;
constexpr int kCounted = 16;

std::set<tt_marker*> markers_of(std::string_view variant) {
  std::set<tt_marker*> markers;
  for (const tt_site& site : site_records())
    if (site.marker != 0 && variant == target_of<const char>(site.variant))
      markers.insert(target_of<tt_marker>(site.marker));
  return markers;
}

void run(const Timed& timed, int operations) {
  for (int i = 0; i < operations; ++i) run_operation(timed);
}

void set_state(tt_marker& marker, int state) {
  *const_cast<volatile int*>(&marker.state) = state;
}

}  // namespace

void run_operation(const Timed& timed) {
  if (!timed.entry->run(*timed.host)) throw StageError("an operation did not do its work");
}

std::map<std::string, double> count_site_hits(const Timed& timed) {
  const std::set<tt_marker*> markers = markers_of(timed.entry->variant);
  run(timed, kWarmUp);
  for (tt_marker* marker : markers) {
    marker->hits = 0;
    set_state(*marker, 1);
  }
  run(timed, kCounted);
  std::map<std::string, double> hits;
  for (tt_marker* marker : markers) {
    set_state(*marker, 0);
    if (marker->hits != 0) hits[marker->name] += static_cast<double>(marker->hits) / kCounted;
  }
  return hits;
}

double count_switched_hits(const Timed& timed, int operations) {
  timed.on->on();
  run(timed, 1);
  double hits = 0;
  for (int i = 0; i < operations; ++i) {  // one at a time: a ring buffer may hold no more
    timed.on->forget_hits();
    run_operation(timed);
    hits += static_cast<double>(timed.on->hits().value_or(0));
  }
  timed.on->off();
  return hits / operations;
}

}  // namespace tracetoll
