// Names of functions as people type them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace tracetoll {

// "ns::f" of "ns::f<int>(char const*) const [clone .isra.0]": template arguments stay, parameters
// and what follows them go. "operator()" and "(anonymous namespace)" are no parameters.
std::string_view without_parameters(std::string_view name);

// Is `wanted` this function? The name as printed, or without its parameters, or the end of that
// after a "::" ("acquire" is "tracetoll::host::call::acquire(int)"); or a pattern with * or ? that
// fits one of the first two.
bool is_named(std::string_view name, std::string_view wanted);

// Of two functions that differ in one scope ("host::none::f", "host::call::f"), that scope in
// either: "none" and "call". Empty texts if they differ otherwise, or not at all.
std::pair<std::string, std::string> differing_scope(std::string_view first,
                                                    std::string_view second);

// `name` with every whole scope `from` in place of `to`: "host::none::g(host::none::T)".
std::string with_scope(std::string_view name, std::string_view from, std::string_view to);

}  // namespace tracetoll
