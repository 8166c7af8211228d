#define TT_MARKER_HEADER "none.h"
#include "breakpoint_hits.hpp"

#include <fmt/format.h>
#include <linux/hw_breakpoint.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "event_group.hpp"
#include "site_records.hpp"

namespace tracetoll {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kDebugRegisters = 4;
constexpr std::size_t kFewestMarkers = 4;
constexpr auto kLongest = std::chrono::milliseconds(60);
constexpr double kHits = 500;
constexpr int kMostOperations = 16;
constexpr std::size_t kLongestInstruction = 15;
constexpr int kKnownRuns = 8;

[[gnu::noinline]] void stepped_on() {
  __asm__ volatile("");
}

struct Site {
  const std::uint8_t* code;
  tt_marker* marker;
};

std::vector<Site> sites_of(std::string_view variant, std::string_view marker) {
  std::vector<Site> sites;
  for (const tt_site& site : site_records())
    if (site.marker != 0 && variant == target_of<const char>(site.variant) &&
        marker == target_of<const char>(site.name))
      sites.push_back(
          {target_of<const std::uint8_t>(site.code), target_of<tt_marker>(site.marker)});
  return sites;
}

Event breakpoint_on(const void* code) {
  Event event;
  event.name = "breakpoint";
  event.type = PERF_TYPE_BREAKPOINT;
  event.config = HW_BREAKPOINT_X;
  event.config1 = reinterpret_cast<std::uintptr_t>(code);
#if defined(__x86_64__)
  event.config2 = sizeof(long);
#else
  event.config2 = HW_BREAKPOINT_LEN_4;
#endif
  return event;
}

// Enables the markers of some sites for its lifetime.
class EnabledMarkers {
 public:
  explicit EnabledMarkers(std::span<const Site> sites) : sites_(sites) { set(1); }
  ~EnabledMarkers() { set(0); }
  EnabledMarkers(const EnabledMarkers&) = delete;
  EnabledMarkers& operator=(const EnabledMarkers&) = delete;

 private:
  void set(int state) {
    for (const Site& site : sites_) *const_cast<volatile int*>(&site.marker->state) = state;
  }

  std::span<const Site> sites_;
};

class Counter {
 public:
  Counter(PerfKernel& kernel, const std::function<void()>& operation)
      : kernel_(kernel), operation_(operation) {}

  // Do all debug registers count? `failure` says why not.
  bool passes(const KnownStep& step) {
    const auto* code = static_cast<const std::uint8_t*>(step.code);
    const std::vector<Site> places(kDebugRegisters, Site{code, nullptr});
    const auto group = open_some(places);
    if (!group) return false;
    const CountsBetween counted = count_events(*group, kKnownRuns, step.run);
    for (const double count : counted.counts)
      if (count != kKnownRuns)
        failure = fmt::format(
            "known-answer test: a breakpoint counted {:.0f} of {} executions{}", count, kKnownRuns,
            count == 0 ? ": the debug registers match nothing in this machine" : "");
    return failure.empty();
  }

  // Hits of all sites in so many operations; nothing where `failure` says why.
  std::optional<double> count(std::span<const Site> sites, int operations) {
    double hits = 0;
    while (!sites.empty()) {
      const auto group = open_some(sites);
      if (!group) return std::nullopt;
      const std::size_t taken = group->events().size();
      const auto counted = count_batch(*group, sites.first(taken), operations);
      if (!counted) return std::nullopt;
      hits += *counted;
      sites = sites.subspan(taken);
    }
    return hits;
  }

  std::string failure;

 private:
  // As many of the first sites as there are debug registers.
  std::unique_ptr<EventGroup> open_some(std::span<const Site> sites) {
    for (;;) {
      std::vector<Event> events;
      for (const Site& site : sites.first(std::min(sites.size(), registers_)))
        events.push_back(breakpoint_on(site.code));
      EventGroup::Opened opened = EventGroup::open(kernel_, events);
      failure = opened.reason;
      if (opened.group) return std::move(opened.group);
      if (opened.error != ENOSPC || opened.refused == 0) return nullptr;
      registers_ = opened.refused;
    }
  }

  std::optional<double> count_batch(EventGroup& group, std::span<const Site> sites,
                                    int operations) {
    const EnabledMarkers enabled(sites);
    const CountsBetween counted = count_events(group, operations, operation_);
    if (!failure.empty()) return std::nullopt;
    return std::accumulate(counted.counts.begin(), counted.counts.end(), 0.0);
  }

  CountsBetween count_events(EventGroup& group, int times, const std::function<void()>& run) {
    failure = group.enable();
    if (!failure.empty()) return {};
    const CounterReading before = group.read();
    for (int i = 0; i < times; ++i) run();
    const std::vector<std::string> names(group.events().size(), "breakpoint");
    CountsBetween counted = count_between(names, before, group.read());
    failure = counted.lost;
    return counted;
  }

  PerfKernel& kernel_;
  const std::function<void()>& operation_;
  std::size_t registers_ = kDebugRegisters;
};

bool is_countable(const std::vector<Site>& sites) {
#if defined(__x86_64__)
  return std::ranges::none_of(sites, [](const Site& site) {
    return is_repeated({site.code, kLongestInstruction});
  });
#else
  return !sites.empty();
#endif
}

std::vector<std::pair<double, std::string>> rarest_first(
    const std::map<std::string, double>& expected) {
  std::vector<std::pair<double, std::string>> markers;
  for (const auto& [marker, hits] : expected)
    if (hits > 0) markers.emplace_back(hits, marker);
  std::ranges::sort(markers);
  return markers;
}

}  // namespace

KnownStep known_step() {
  return {reinterpret_cast<const void*>(stepped_on), stepped_on};
}

bool is_repeated(std::span<const std::uint8_t> code) {
  const auto is_prefix = [](std::uint8_t byte) {
    const bool segment = byte == 0x26 || byte == 0x2e || byte == 0x36 || byte == 0x3e;
    const bool size = byte >= 0x64 && byte <= 0x67;  // FS, GS, operand, address
    return segment || size || byte == 0xf2 || byte == 0xf3 || (byte & 0xf0) == 0x40;  // REX
  };
  const auto opcode = std::ranges::find_if_not(code, is_prefix);
  const auto is_rep = [](std::uint8_t byte) { return byte == 0xf2 || byte == 0xf3; };
  if (opcode == code.end() || std::none_of(code.begin(), opcode, is_rep)) return false;
  const bool in_out = *opcode >= 0x6c && *opcode <= 0x6f;
  const bool movs_cmps = *opcode >= 0xa4 && *opcode <= 0xa7;
  const bool stos_lods_scas = *opcode >= 0xaa && *opcode <= 0xaf;
  return in_out || movs_cmps || stos_lods_scas;
}

BreakpointHits count_breakpoint_hits(PerfKernel& kernel, std::string_view variant,
                                     const std::function<void()>& operation,
                                     const std::map<std::string, double>& expected,
                                     const KnownStep& step) {
  BreakpointHits result;
  if (expected.empty()) {
    result.none = "the probes counted no hit";
    return result;
  }
  Counter counter(kernel, operation);
  if (!counter.passes(step)) {
    result.none = counter.failure;
    return result;
  }
  const auto begin = Clock::now();
  for (const auto& [expected_hits, marker] : rarest_first(expected)) {
    if (result.per_op.size() >= kFewestMarkers && Clock::now() - begin > kLongest) break;
    const std::vector<Site> sites = sites_of(variant, marker);
    if (!is_countable(sites)) continue;
    const int operations = std::clamp(static_cast<int>(kHits / expected_hits), 1, kMostOperations);
    const auto hits = counter.count(sites, operations);
    if (!hits) break;
    result.per_op[marker] = *hits / operations;
  }
  if (!result.per_op.empty()) return result;
  result.none = counter.failure.empty() ? "no marker has a site that a breakpoint can count"
                                        : counter.failure;
  return result;
}

}  // namespace tracetoll
