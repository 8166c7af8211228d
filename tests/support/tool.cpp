#include "tool.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tracetoll::testing {

int ToolResult::error_lines() const {
  return static_cast<int>(std::count(errors.begin(), errors.end(), '\n'));
}

Workspace::Workspace() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tracetoll-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp " + pattern);
  folder_ = pattern;
}

Workspace::~Workspace() {
  std::filesystem::remove_all(folder_);
}

ToolResult Workspace::shell(const std::string& script) const {
  // In a file, so that the shell is the script's own and its exit code the last command's.
  write("script.sh", fmt::format("cd '{}'\n{}\n", folder_.string(), script));
  const int status = ::system(
      fmt::format("sh '{0}/script.sh' >'{0}/stdout' 2>'{0}/stderr'", folder_.string()).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
}

void Workspace::write(const std::string& name, const std::string& text, bool executable) const {
  std::filesystem::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
  if (executable) std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
}

std::string Workspace::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
  return text.str();
}

void Workspace::write_fake_layouts(const std::string& folder, int count) const {
  std::ostringstream script;
  script << std::ifstream(std::getenv("FAKE_LAYOUT")).rdbuf();
  for (int i = 1; i <= count; ++i)
    write(fmt::format("{}/layout_{:02}", folder, i), script.str(), true);
}

}  // namespace tracetoll::testing
