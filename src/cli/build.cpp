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

nlohmann::json option_value(const std::string& options, const std::string& name) {
  for (const auto& option : nlohmann::json::parse(options))
    if (option.at("name") == name) return option.at("value");
  throw InputError(fmt::format("building on demand: the build has no option '{}'", name));
}

// What decides which layouts there are.
struct Options {
  std::vector<std::string> sled_lengths;
  std::vector<std::string> dose_variants;
  int layouts = 0;

  bool operator==(const Options&) const = default;
};

Options read_options(const std::string& folder, const Stop& stop) try {
  const std::string options =
      run_build_tool({"meson", "introspect", folder, "--buildoptions"}, stop).text;
  return {option_value(options, "sled_lengths"), option_value(options, "dose_variants"),
          option_value(options, "layouts").get<int>()};
} catch (const nlohmann::json::exception&) {
  throw InputError(folder + ": meson does not say how it was configured; rebuild it with ./dev");
}

void write_options(const std::string& folder, const Options& options, const Stop& stop) {
  run_build_tool({"meson", "configure", folder, fmt::format("-Dlayouts={}", options.layouts),
                  fmt::format("-Dsled_lengths={}", fmt::join(options.sled_lengths, ",")),
                  fmt::format("-Ddose_variants={}", fmt::join(options.dose_variants, ","))},
                 stop);
}

}  // namespace

// Builds `target` with the options `wanted`; when that fails, the options are as they were.
static void build(const std::string& folder, const char* target, const Options& before,
                  const Options& wanted, const Stop& stop) try {
  if (wanted != before) write_options(folder, wanted, stop);
  run_build_tool({"ninja", "-C", folder, target}, stop);
} catch (const InputError&) {
  if (wanted != before) write_options(folder, before, [] { return false; });
  throw;
}

ToolOutput run_build_tool(const std::vector<std::string>& command, const Stop& stop) {
  ToolOutput output;
  std::vector<std::string> arguments = {"/usr/bin/env"};
  arguments.insert(arguments.end(), command.begin(), command.end());
  const ChildResult result = run_child(
      arguments, kBuildSeconds,
      [&](std::string_view line) {
        output.text.append(line).append("\n");
        output.last_line = line;
      },
      stop);
  if (result.ok()) return output;
  if (result.stopped) throw InputError("interrupted while building; nothing was measured");
  throw InputError(fmt::format("building on demand: {}: {} {}", fmt::join(command, " "),
                               result.describe(), output.last_line));
}

bool is_build_folder_of(const std::string& layout_folder) {
  return fs::exists(fs::absolute(layout_folder).parent_path() / "build.ninja");
}

void check_build_folder(const std::string& folder) {
  if (!fs::exists(fs::path(folder) / "build.ninja"))
    throw InputError(fmt::format(
        "{} is not a build folder, so nothing can be built on demand there; run the tool where "
        "it was built",
        folder));
}

void build_layouts(const std::string& layout_folder, const std::set<int>& sled_lengths, int layouts,
                   const std::function<bool()>& stop) {
  const std::string folder = fs::absolute(fs::path(layout_folder)).parent_path().string();
  check_build_folder(folder);
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
  build(folder, "layouts", before, wanted, stop);
}

void build_doses(const std::string& layout_folder, const std::vector<std::string>& variants,
                 int layouts, const std::function<bool()>& stop) {
  const std::string folder = fs::absolute(fs::path(layout_folder)).parent_path().string();
  check_build_folder(folder);
  const Options before = read_options(folder, stop);
  Options wanted = before;
  for (const std::string& variant : variants)
    if (std::ranges::find(wanted.dose_variants, variant) == wanted.dose_variants.end())
      wanted.dose_variants.push_back(variant);
  wanted.layouts = std::max(layouts, before.layouts);
  print_error(fmt::format("building {} executables with copies of {} ...", wanted.layouts,
                          fmt::join(wanted.dose_variants, ", ")));
  build(folder, "doses", before, wanted, stop);
}

}  // namespace tracetoll
