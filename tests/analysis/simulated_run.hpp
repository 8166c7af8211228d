// A run that never happened, with known effects: what the tests of the analysis are fed.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

struct SimulatedRun {
  // Microseconds of `none`, by workload.
  std::map<std::string, double> workloads = {{"open_close", 5.6717}, {"select_500", 11.6195}};
  // True effects in percent, by variant; `none`, its copy and its dose come by themselves.
  std::map<std::string, double> effects = {{"anchor", 2},          {"branch", 3},
                                           {"sled_cold:750", 3.5}, {"sled_cold:matched", 3},
                                           {"clobber", 8},         {"call", 9}};
  // Of a workload, in place of the above.
  std::map<std::string, std::map<std::string, double>> effects_of;
  int layouts = 6;
  int processes = 1;     // a layout
  int rounds = 3;        // a process
  double layout_sd = 0;  // of the log ratio of each variant, drawn anew for each layout
  double round_sd = 0;   // of each block
  std::uint64_t seed = 1;
};

Samples simulate(const SimulatedRun& run);

// Standard normal; the same numbers from every standard library.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : engine_(seed) {}
  double operator()();

 private:
  double uniform();
  std::mt19937_64 engine_;
};

}  // namespace tracetoll
