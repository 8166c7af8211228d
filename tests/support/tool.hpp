// Runs the built tracetoll as a user does, in a folder of its own.
#pragma once

#include <filesystem>
#include <string>

namespace tracetoll::testing {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct ToolResult {
  int exit_code = -1;
  std::string output, errors;
  int error_lines() const;
};

// A folder that is removed at the end of the test; the tool runs in it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // `arguments` as a shell would read them; $TOOL is the tool, $LAYOUTS the folder of real layouts.
  ToolResult tool(const std::string& arguments) const { return shell("$TOOL " + arguments); }
  ToolResult shell(const std::string& script) const;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text, bool executable = false) const;
  std::string read(const std::string& name) const;

  // A folder of `count` stand-ins for layout executables: copies of fake_layout.sh.
  void write_fake_layouts(const std::string& folder, int count) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tracetoll::testing
