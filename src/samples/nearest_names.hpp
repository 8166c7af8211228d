// The nearest known names, for a name that a user mistyped.
#pragma once

#include <string>
#include <vector>

namespace tracetoll {

// The known names nearest to `name` by edit distance, best first, at most three and none that
// shares too little.
std::vector<std::string> nearest(const std::string& name, const std::vector<std::string>& known);

// "unknown variant 'cal'; did you mean call, call_cold?", or the list of all when none is near.
std::string unknown_name(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known);

}  // namespace tracetoll
