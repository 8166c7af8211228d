// Links what a run asks for and the build has not linked yet, through Meson: there is one way to
// build a layout.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tracetoll {

// Asks the build directory that holds `layout_folder` for sleds of these lengths as well and for at
// least `layouts` layouts, and builds them; what is there already is kept. Progress goes to
// standard error. Throws InputError when the folder is no Meson build directory, and when the build
// fails or `stop()` ends it: the options are then as they were.
void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths, int layouts,
                   const std::function<bool()>& stop);

// The same for the executables of `run --dose`, with these variants among their own.
void build_doses(const std::string& layout_folder, const std::vector<std::string>& variants,
                 int layouts, const std::function<bool()>& stop);

// What a build tool printed.
struct ToolOutput {
  std::string text;
  std::string last_line;
};

// Runs a build tool found on the PATH. Throws InputError when it fails or `stop()` ends it.
ToolOutput run_build_tool(const std::vector<std::string>& command,
                          const std::function<bool()>& stop);

// Is `layout_folder` in a Meson build directory, so that more can be built there?
bool is_build_folder_of(const std::string& layout_folder);

// Throws InputError unless `folder` is a Meson build directory.
void check_build_folder(const std::string& folder);

}  // namespace tracetoll
