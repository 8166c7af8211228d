#include "valgrind.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "child_process.hpp"
#include "json_fields.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

constexpr double kVersionSeconds = 10;

std::string on_the_path(const char* program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
    std::error_code error;
    if (fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0) return file.string();
  }
  return {};
}

}  // namespace

Valgrind find_valgrind(const std::function<bool()>& stop) {
  const std::string file = on_the_path("valgrind");
  if (file.empty()) return {"", "", kNoValgrind};
  std::string version;
  const ChildResult result = run_child(
      {file, "--version"}, kVersionSeconds, [&](std::string_view line) { version = line; }, stop);
  if (!result.ok())
    return {"", "", fmt::format("{} --version: {}", file, printable(result.describe(), 200))};
  if (!version.starts_with("valgrind-") || printable(version, 40) != version)
    return {"", "",
            fmt::format("{} --version: says '{}', not which it is", file, printable(version, 40))};
  return {file, version, ""};
}

// Valgrind puts a process number and more in the place of a % and what follows.
static std::string without_patterns(const std::string& file) {
  std::string escaped;
  for (const char c : file) escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

std::vector<std::string> callgrind_command(const std::string& valgrind, const std::string& file,
                                           const std::vector<std::string>& command) {
  std::vector<std::string> all = {
      valgrind,
      "--command-line-only=yes",  // neither VALGRIND_OPTS nor a .valgrindrc
      "--quiet",
      "--tool=callgrind",
      "--vgdb=no",
      "--instr-atstart=no",
      "--collect-atstart=no",  // with --toggle-collect the program's toggles would be inverted
      "--separate-threads=no",
      "--combine-dumps=yes",
      "--vex-iropt-level=0",  // the optimiser deletes loads whose result is not used
      "--skip-plt=no",  // a call through the PLT is an instruction more, and what it jumps by too
      "--cache-sim=yes",
      "--branch-sim=yes",
      "--callgrind-out-file=" + without_patterns(file),
  };
  all.insert(all.end(), std::begin(kCacheOptions), std::end(kCacheOptions));
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

}  // namespace tracetoll
