// The events that a user asks for by name.
#pragma once

#include <string>
#include <vector>

namespace tracetoll {

// Their names as they are reported, each once, in order. Throws InputError for a name that no CPU
// has, with the nearest ones, and for an event that this CPU lacks.
std::vector<std::string> events_asked(const std::vector<std::string>& names);

}  // namespace tracetoll
