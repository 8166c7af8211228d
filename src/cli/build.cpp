#include "build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "child_process.hpp"
#include "error.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

constexpr double kBuildSeconds = 900;

// Runs a build tool found on the PATH and returns what it printed.
std::string run_tool(const std::vector<std::string>& command) {
  std::string printed, last;
  std::vector<std::string> arguments = {"/usr/bin/env"};
  arguments.insert(arguments.end(), command.begin(), command.end());
  const ChildResult result = run_child(
      arguments, kBuildSeconds,
      [&](std::string_view line) {
        printed.append(line).append("\n");
        last = line;
      },
      [] { return false; });
  if (result.ok()) return printed;
  throw InputError(fmt::format("building on demand: {}: {} {}", fmt::join(command, " "),
                               result.describe(), last));
}

nlohmann::json option_value(const std::string& options, const std::string& name) {
  for (const auto& option : nlohmann::json::parse(options))
    if (option.at("name") == name) return option.at("value");
  throw InputError(fmt::format("building on demand: the build has no option '{}'", name));
}

}  // namespace

void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths,
                   int layouts) {
  const std::string folder = fs::absolute(fs::path(layout_folder)).parent_path().string();
  if (!fs::exists(fs::path(folder) / "build.ninja"))
    throw InputError(fmt::format(
        "{} is not a build folder, so nothing can be built on demand there; run the tool where "
        "it was built",
        folder));
  const std::string options = run_tool({"meson", "introspect", folder, "--buildoptions"});
  std::vector<std::string> lengths = option_value(options, "sled_lengths");
  for (const int length : sled_lengths) {
    const std::string text = std::to_string(length);
    if (std::ranges::find(lengths, text) == lengths.end()) lengths.push_back(text);
  }
  layouts = std::max(layouts, option_value(options, "layouts").get<int>());
  fmt::print(stderr, "building {} layouts, sleds of {} bytes ...\n", layouts,
             fmt::join(lengths, ", "));
  run_tool({"meson", "configure", folder, fmt::format("-Dlayouts={}", layouts),
            fmt::format("-Dsled_lengths={}", fmt::join(lengths, ","))});
  run_tool({"ninja", "-C", folder, "layouts"});
}

}  // namespace tracetoll
