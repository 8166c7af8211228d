// A group of counters of this thread that count together, whoever provides it.
#pragma once

#include <string>
#include <vector>

#include "counter_reading.hpp"
#include "event.hpp"

namespace tracetoll {

class CounterSource {
 public:
  virtual ~CounterSource() = default;
  virtual const std::vector<Event>& events() const = 0;
  // Both return why not; empty when done. Disabled, a pinned group leaves its counters to others.
  virtual std::string enable() = 0;
  virtual std::string disable() = 0;
  // Never throws and never allocates: it stands beside what is measured.
  virtual CounterReading read() = 0;
};

}  // namespace tracetoll
