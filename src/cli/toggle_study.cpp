#include "toggle_study.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "child_process.hpp"
#include "error.hpp"
#include "json_fields.hpp"
#include "samples_json.hpp"

namespace tracetoll {
namespace {

constexpr int kMostProcesses = 12;
constexpr double kTimeout = 60;

}  // namespace

ToggleStudy study_toggles(const std::string& file, double seconds, const RunHooks& hooks) {
  ToggleStudy study;
  if (std::error_code error; !std::filesystem::exists(file, error)) {
    study.unavailable = fmt::format(
        "{} is not built; 'ninja bench/toggle/toggle' in the build folder builds it", file);
    return study;
  }
  const double begin = hooks.seconds();
  double longest = 0;
  for (int process = 0; process < kMostProcesses; ++process) {
    const double began = hooks.seconds();
    if (process > 0 && began + longest > begin + seconds) break;
    std::string complaint;
    const ChildResult result = run_child(
        {file}, kTimeout,
        [&](std::string_view line) {
          if (!complaint.empty()) return;
          try {
            ToggleTime time = toggle_from_json(parse_json_object(line, file), file);
            time.process = process;
            study.times.push_back(std::move(time));
          } catch (const InputError& error) {
            complaint = error.what();
          }
        },
        hooks.interrupted);
    if (!result.ok() || !complaint.empty()) {
      study.unavailable =
          complaint.empty() ? fmt::format("{}: {}", file, result.describe()) : complaint;
      break;
    }
    longest = std::max(longest, hooks.seconds() - began);
  }
  return study;
}

}  // namespace tracetoll
