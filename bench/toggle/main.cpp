// How long tt_attach and tt_detach take for 1, 100 and 10,000 sites of each variant.
//
//     toggle [REPETITIONS]
//
// A line of JSON for each repetition, variant and number of sites:
//
//     {"variant":"patch_call","sites":100,"enable_ns":81234,"disable_ns":70123}
//
// The first repetition of a variant is the first time in the process: it makes the stubs and copies
// pages. The very first also reads the site records.
#define TT_MARKER_HEADER "none.h"
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "patch.h"
#include "sites.hpp"

extern "C" {
extern const tracetoll::toggle::Toggled __start_tt_toggled[];
extern const tracetoll::toggle::Toggled __stop_tt_toggled[];
}

namespace tracetoll::toggle {
namespace {

struct Amount {
  const char* name;
  int sites;
};
constexpr Amount kAmounts[] = {{"one", 1}, {"hundred", 100}, {"*", 10000}};

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "toggle: %s\n", what.c_str());
  std::exit(1);
}

template <typename Function>
std::int64_t timed(Function function) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  function();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

void expect(int sites, int expected, const std::string& pattern) {
  if (sites == expected) return;
  fail(pattern + ": " + std::to_string(sites) + " sites, not " + std::to_string(expected) + "; " +
       tt_error());
}

void toggle(const char* variant, const Amount& amount) {
  const std::string pattern = std::string(variant) + ":" + amount.name;
  int attached = 0, detached = 0;
  const auto enable = timed([&] { attached = tt_attach(pattern.c_str(), &tt_nothing); });
  expect(attached, amount.sites, pattern);
  const auto disable = timed([&] { detached = tt_detach(pattern.c_str()); });
  expect(detached, amount.sites, pattern);
  std::printf("{\"variant\":\"%s\",\"sites\":%d,\"enable_ns\":%ld,\"disable_ns\":%ld}\n", variant,
              amount.sites, static_cast<long>(enable), static_cast<long>(disable));
}

// That the sites work: each that runs calls its probe.
void pass_enabled(const Toggled& toggled) {
  const std::string pattern = std::string(toggled.variant) + ":*";
  expect(tt_attach(pattern.c_str(), &tt_hits), kAmounts[2].sites, pattern);
  volatile unsigned long result = toggled.pass_all(1);
  static_cast<void>(result);
  unsigned long hits = 0;
  const auto add = [](const tt_site_state* site, void* sum) {
    *static_cast<unsigned long*>(sum) += site->marker->hits;
  };
  tt_for_each_site(pattern.c_str(), add, &hits);
  if (hits != static_cast<unsigned long>(kAmounts[2].sites))
    fail(pattern + ": 10,000 enabled sites were passed and " + std::to_string(hits) + " hit");
  expect(tt_detach(pattern.c_str()), kAmounts[2].sites, pattern);
}

int run(int repetitions) {
  for (const Toggled* each = __start_tt_toggled; each != __stop_tt_toggled; each++)
    for (const Amount& amount : kAmounts)
      for (int i = 0; i < repetitions; i++) toggle(each->variant, amount);
  for (const Toggled* each = __start_tt_toggled; each != __stop_tt_toggled; each++)
    pass_enabled(*each);
  return 0;
}

}  // namespace
}  // namespace tracetoll::toggle

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
  if (argc > 2 || repetitions < 1) tracetoll::toggle::fail("usage: toggle [REPETITIONS]");
  return tracetoll::toggle::run(repetitions);
}
