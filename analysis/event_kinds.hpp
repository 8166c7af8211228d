// What the names of events say of them.
#pragma once

#include <string>

namespace tracetoll {

// Does the kernel count it, rather than the CPU? By perf's names of software events ("task-clock",
// "page-faults"), with or without modifiers.
bool is_software(const std::string& event);

// As perf prints it. A hardware event without modifier counts user mode here (src/counters), which
// perf writes with ":u"; a software event counts both modes, which perf writes with nothing.
std::string perf_name(const std::string& event);

}  // namespace tracetoll
