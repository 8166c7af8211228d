#include "fresh_layouts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "build.hpp"
#include "error.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

// Replaces the one place where `what` stands.
std::string with(std::string text, const std::string& what, const std::string& replacement) {
  const std::size_t place = text.find(what);
  if (place == std::string::npos)
    throw InputError(fmt::format(
        "linking a layout on demand: the build's link command has no '{}'; rebuild it with ./dev",
        what));
  return text.replace(place, what.size(), replacement);
}

}  // namespace

std::string first_link_command(const std::string& commands) {
  const auto begin = commands.find('[');  // behind ninja's own lines
  const auto json = nlohmann::json::parse(begin == std::string::npos ? "" : commands.substr(begin),
                                          nullptr, false);
  for (const auto& one : json.is_array() ? json : nlohmann::json::array())
    if (one.is_object() && one.value("output", nlohmann::json()) == "bench/layout_01" &&
        one.contains("command") && one["command"].is_string())
      return one["command"];
  throw InputError(
      "linking a layout on demand: the build does not say how it links bench/layout_01; rebuild it "
      "with ./dev");
}

std::string link_command_for(const std::string& command, int number, const std::string& output) {
  const std::string seeded = with(command, ".text*=1'", fmt::format(".text*={}'", number));
  return with(seeded, "-o bench/layout_01 ", fmt::format("-o '{}' ", output));
}

FreshLayouts::FreshLayouts(std::string layout_folder, std::function<bool()> stop)
    : build_folder_(fs::absolute(layout_folder).parent_path().string()), stop_(std::move(stop)) {}

FreshLayouts::~FreshLayouts() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
}

std::string FreshLayouts::link(int number) {
  if (command_.empty()) {
    check_build_folder(build_folder_);
    // Not `-t commands`: Meson has long commands in response files, which it does not show.
    command_ = first_link_command(run_build_tool({"ninja", "-C", build_folder_, "-t", "compdb",
                                                  "-x", "cpp_LINKER", "cpp_LINKER_RSP"},
                                                 stop_)
                                      .text);
  }
  const std::string output = fmt::format("bench/fresh_{}", ::getpid());
  file_ = fmt::format("{}/{}", build_folder_, output);
  const std::string command = link_command_for(command_, number, output);
  run_build_tool({"sh", "-c", "cd \"$1\" && eval \"$2\"", "sh", build_folder_, command}, stop_);
  return file_;
}

}  // namespace tracetoll
