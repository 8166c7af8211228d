// Layouts beyond those that the build linked, one at a time, for a run that takes as many as it
// needs (--target): the build's own link command with another seed.
#pragma once

#include <functional>
#include <string>

namespace tracetoll {

// The command that links layout 1, out of what `ninja -t compdb -x` prints. Throws InputError when
// it is not there.
std::string first_link_command(const std::string& commands);

// `command` links layout 1; the same for layout `number`, into `output` (a path without quotes).
// Throws InputError when it is not the command of a layout.
std::string link_command_for(const std::string& command, int number, const std::string& output);

// Not copyable; its destructor removes the file that it linked last.
class FreshLayouts {
 public:
  // `layout_folder` is `bench` of a Meson build directory; what is asked of it, is asked at first
  // use.
  FreshLayouts(std::string layout_folder, std::function<bool()> stop);
  ~FreshLayouts();
  FreshLayouts(const FreshLayouts&) = delete;
  FreshLayouts& operator=(const FreshLayouts&) = delete;

  // The file of layout `number`, linked now, in place of the one before. Throws InputError when it
  // cannot be linked.
  std::string link(int number);

 private:
  std::string build_folder_;
  std::function<bool()> stop_;
  std::string command_;  // that links layout 1; empty until it is needed
  std::string file_;
};

}  // namespace tracetoll
