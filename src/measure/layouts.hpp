// The layout executables that the build linked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan.hpp"

namespace tracetoll {

struct Layouts {
  std::vector<std::string> files;  // file of layout i+1 at i; layout_01, layout_02, …
  Inventory inventory;             // the same for all
};

// The executables in `folder` whose names begin with `prefix` ("dose_" for those of run --dose),
// and what the first that runs says of itself; `stop` is asked meanwhile. Throws InputError when
// there is none, none that runs, or a number is missing.
Layouts find_layouts(
    const std::string& folder, const std::string& prefix = "layout_",
    const std::function<bool()>& stop = [] { return false; });

// Where the build puts them: `bench` beside the running program.
std::string default_layout_folder();

}  // namespace tracetoll
