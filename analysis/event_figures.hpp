// The figures of the events that were counted around the blocks of one workload.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "counter_figure.hpp"
#include "effects.hpp"
#include "sample.hpp"

namespace tracetoll {

// One event, of one workload: its differences are needed by variants and by causes.
struct EventOfWorkload {
  std::string name;
  Availability availability;
  bool rare = false;                   // event_differences.hpp
  std::map<int, Effects> differences;  // by layout
};

// By name; those that the run declared, and any that a block has all the same.
std::vector<EventOfWorkload> events_of(const std::vector<Block>& blocks,
                                       const std::map<std::string, Availability>& declared);

// `blocks` are those of the workload. `hits`: site hits an operation of this variant, if any.
CounterFigure counter_figure(const EventOfWorkload& event, const std::vector<Block>& blocks,
                             const std::string& variant, std::optional<double> hits,
                             const Rule& rule);

// The estimate, or the reason in place of an interval that has no width though the layouts differ.
Estimate wide_enough(Estimate estimate);

// An estimate of events an operation as events a site hit; hits > 0.
Estimate divided(Estimate estimate, double hits);

}  // namespace tracetoll
