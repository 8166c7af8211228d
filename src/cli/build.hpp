// Links what a run asks for and the build has not linked yet, through Meson: there is one way to
// build a layout.
#pragma once

#include <set>
#include <string>

namespace tracetoll {

// Asks the build directory that holds `layout_folder` for sleds of these lengths as well and for at
// least `layouts` layouts, and builds them; what is there already is kept. Progress goes to
// standard error. Throws InputError when the folder is no Meson build directory or the build fails.
void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths,
                   int layouts);

}  // namespace tracetoll
