// Which run it is: the words that open a report.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// "1 layout", "16 layouts"
std::string counted(int count, const char* one);

// "tracetoll 0.1.0: g++ 12.2.0 -O2 on AMD EPYC, guest of KVM". Not wrapped.
std::string text_machine(const Context& context);

// "16 layouts, 225 replicates (processes), 3600 rounds in 59.7 s". Not wrapped.
std::string text_size(const Report& report);

}  // namespace tracetoll
