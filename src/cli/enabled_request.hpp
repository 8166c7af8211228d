// Which forms of its variants a run measures: those that the layouts can switch on here. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan.hpp"
#include "run.hpp"

namespace tracetoll {

// Does the run switch sites on at all, so that the layouts are to be asked?
bool switches_sites(const RunRequest& request);

// For --state enabled: each variant of the request gets its forms behind it; where the request has
// none of its own, all of `known` that can be switched on, but for sleds. What cannot be is named
// in the result, by "anchor" or "usdt@uprobe", with its reason. InputError where a variant was
// asked for by name that cannot be switched on, or a form that it has not.
std::map<std::string, std::string> choose_forms(RunRequest& request, const Switchable& switchable,
                                                const std::vector<std::string>& known,
                                                bool by_name);

}  // namespace tracetoll
