// What a run is asked to do: the options as typed, turned into a RunRequest. Pure: nothing is
// looked up outside. All throw InputError that names the option or the name.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "command.hpp"
#include "plan.hpp"
#include "run.hpp"

namespace tracetoll {

// The preset's workloads and variants unless others are given; `none` first, each name once and in
// its canonical form. A seed that is not given is drawn.
RunRequest parse_request(const RunOptions& options);

// Sleds of a well-formed length that are not among the `linked` variants.
std::set<std::string> sleds_to_build(const RunRequest& request,
                                     const std::vector<std::string>& linked);

// Takes those of the preset's variants that the build has not out of the request, and returns a
// line about each. Variants that were asked for by name stay: check_names refuses them.
std::vector<std::string> leave_out_not_built(RunRequest& request, const RunOptions& options,
                                             const Inventory& inventory);

// All workloads and variants must be in the inventory, each variant with the axes that are asked
// for, but for the variants `to_build`.
void check_names(const RunRequest& request, const std::set<std::string>& to_build,
                 const Inventory& inventory);

}  // namespace tracetoll
