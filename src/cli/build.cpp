#include "build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "child_process.hpp"
#include "error.hpp"
#include "output.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

constexpr double kBuildSeconds = 900;

using Stop = std::function<bool()>;

// Runs a build tool found on the PATH and returns what it printed.
std::string run_tool(const std::vector<std::string>& command, const Stop& stop) {
  std::string printed, last;
  std::vector<std::string> arguments = {"/usr/bin/env"};
  arguments.insert(arguments.end(), command.begin(), command.end());
  const ChildResult result = run_child(
      arguments, kBuildSeconds,
      [&](std::string_view line) {
        printed.append(line).append("\n");
        last = line;
      },
      stop);
  if (result.ok()) return printed;
  if (result.stopped) throw InputError("interrupted while building; nothing was measured");
  throw InputError(fmt::format("building on demand: {}: {} {}", fmt::join(command, " "),
                               result.describe(), last));
}

nlohmann::json option_value(const std::string& options, const std::string& name) {
  for (const auto& option : nlohmann::json::parse(options))
    if (option.at("name") == name) return option.at("value");
  throw InputError(fmt::format("building on demand: the build has no option '{}'", name));
}

// What decides which layouts there are.
struct Options {
  std::vector<std::string> sled_lengths;
  int layouts = 0;
};

Options read_options(const std::string& folder, const Stop& stop) try {
  const std::string options = run_tool({"meson", "introspect", folder, "--buildoptions"}, stop);
  return {option_value(options, "sled_lengths"), option_value(options, "layouts").get<int>()};
} catch (const nlohmann::json::exception&) {
  throw InputError(folder + ": meson does not say how it was configured; rebuild it with ./dev");
}

void write_options(const std::string& folder, const Options& options, const Stop& stop) {
  run_tool({"meson", "configure", folder, fmt::format("-Dlayouts={}", options.layouts),
            fmt::format("-Dsled_lengths={}", fmt::join(options.sled_lengths, ","))},
           stop);
}

}  // namespace

void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths, int layouts,
                   const std::function<bool()>& stop) {
  const std::string folder = fs::absolute(fs::path(layout_folder)).parent_path().string();
  if (!fs::exists(fs::path(folder) / "build.ninja"))
    throw InputError(fmt::format(
        "{} is not a build folder, so nothing can be built on demand there; run the tool where "
        "it was built",
        folder));
  const Options before = read_options(folder, stop);
  Options wanted = before;
  for (const int length : sled_lengths) {
    const std::string text = std::to_string(length);
    if (std::ranges::find(wanted.sled_lengths, text) == wanted.sled_lengths.end())
      wanted.sled_lengths.push_back(text);
  }
  wanted.layouts = std::max(layouts, before.layouts);
  print_error(fmt::format("building {} layouts, sleds of {} bytes ...", wanted.layouts,
                          fmt::join(wanted.sled_lengths, ", ")));
  try {
    write_options(folder, wanted, stop);
    run_tool({"ninja", "-C", folder, "layouts"}, stop);
  } catch (const InputError&) {
    write_options(folder, before, [] { return false; });
    throw;
  }
}

}  // namespace tracetoll
