// What to say of an event's name that means nothing.
#pragma once

#include <string>
#include <vector>

#include "cpu_model.hpp"

namespace tracetoll {

// The text with what a terminal would act on replaced by '?', and cut to 100 characters.
std::string printable(const std::string& text);

// "unknown event 'cycels'; did you mean cycles, bus-cycles?"; or where names are to be found when
// none is near. Upper and lower case are the same. Of "skl::FOO" the part behind "::" is compared,
// and `known` is without the PMU.
std::string unknown_event(const std::string& name, const std::vector<std::string>& known);

// Every name that parse_event takes on this CPU, but for the raw ones and other CPUs'.
std::vector<std::string> events_of_cpu(const CpuModel& cpu);

}  // namespace tracetoll
