// What errno of perf_event_open means, and what to do about it. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "event.hpp"

namespace tracetoll {

struct OpenFailure {
  int error = 0;
  Event event;
  std::size_t events = 1;       // of the group, up to the one that was refused
  std::optional<int> paranoid;  // kernel.perf_event_paranoid as it is
};

// One line: "no PMU (ENOENT)", "not permitted (EACCES): kernel.perf_event_paranoid is 3; ...".
std::string open_failure(const OpenFailure& failure);

}  // namespace tracetoll
