// Links what a run asks for and the build has not linked yet, through Meson: there is one way to
// build a layout.
#pragma once

#include <functional>
#include <set>
#include <string>

namespace tracetoll {

// Asks the build directory that holds `layout_folder` for sleds of these lengths as well and for at
// least `layouts` layouts, and builds them; what is there already is kept. Progress goes to
// standard error. Throws InputError when the folder is no Meson build directory, and when the build
// fails or `stop()` ends it: the options are then as they were.
void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths, int layouts,
                   const std::function<bool()>& stop);

}  // namespace tracetoll
