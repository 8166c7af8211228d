// Names of functions as people type them.
#pragma once

#include <string>
#include <string_view>

namespace tracetoll {

// "ns::f" of "ns::f<int>(char const*) const [clone .isra.0]": template arguments stay, parameters
// and what follows them go. "operator()" and "(anonymous namespace)" are no parameters.
std::string_view without_parameters(std::string_view name);

// Is `wanted` this function? The name as printed, or without its parameters, or the end of that
// after a "::" ("acquire" is "tracetoll::host::call::acquire(int)"); or a pattern with * or ? that
// fits one of the first two.
bool is_named(std::string_view name, std::string_view wanted);

}  // namespace tracetoll
