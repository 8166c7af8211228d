#include "layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "child_process.hpp"
#include "error.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

constexpr double kInventorySeconds = 20;

bool is_layout(const fs::directory_entry& entry, const std::string& prefix) {
  return entry.path().filename().string().starts_with(prefix) && entry.path().extension().empty();
}

// A layout is called by its number: the file at i must be that of layout i+1.
void refuse_gaps(const std::vector<std::string>& files, const std::string& prefix) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path file = files[i];
    const std::string digits = file.filename().string().substr(prefix.size());
    std::size_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number != i + 1)
      throw InputError(
          fmt::format("'{}': {}{:02} is missing, the next is {}; build it with './dev build'",
                      file.parent_path().string(), prefix, i + 1, file.filename().string()));
  }
}

}  // namespace

std::string default_layout_folder() {
  return (fs::read_symlink("/proc/self/exe").parent_path() / "bench").string();
}

Layouts find_layouts(const std::string& folder, const std::string& prefix,
                     const std::function<bool()>& stop) {
  Layouts layouts;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (is_layout(entry, prefix)) layouts.files.push_back(entry.path().string());
  if (layouts.files.empty())
    throw InputError(
        fmt::format("'{}': no layout executables; build them with './dev build'", folder));
  // layout_100 comes after layout_99
  std::ranges::sort(layouts.files, {},
                    [](const std::string& file) { return std::pair(file.size(), file); });
  refuse_gaps(layouts.files, prefix);
  std::string failure;
  for (const std::string& file : layouts.files) {
    std::string answer;
    const ChildResult result = run_child(
        {file, "--tracetoll=inventory"}, kInventorySeconds,
        [&](std::string_view line) { answer = line; }, stop);
    if (result.stopped) throw InputError("interrupted before anything was measured");
    failure = fmt::format("{}: {}", file, result.describe());
    if (!result.ok()) continue;
    try {
      layouts.inventory = inventory_from_json(answer);
      return layouts;
    } catch (const nlohmann::json::exception&) {
      failure = fmt::format("{}: is no layout of this version", file);
    }
  }
  throw InputError(failure + "; no layout executable runs, rebuild them with './dev build'");
}

}  // namespace tracetoll
