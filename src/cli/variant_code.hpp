// The machine code of the variants, from the executable that is timed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// The namespace of a variant's default build: "sled_cold:750" ->
// "tracetoll::host::sled_cold_750::".
std::string namespace_of(const std::string& variant);

// The shape of each variant's functions in the layout executable `file`. Layouts differ only in
// where the functions lie. Empty where the file cannot be read, and then `why_not` says why: the
// shapes are evidence, a run does without.
std::map<std::string, CodeShape> shapes_of(const std::string& file,
                                           const std::vector<std::string>& variants,
                                           std::string& why_not);

}  // namespace tracetoll
