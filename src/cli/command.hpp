// The commands: each takes its options as typed and returns the exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tracetoll {

inline constexpr int kExitDone = 0;
inline constexpr int kExitRegression = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitUnreliable = 3;

struct RunOptions {
  std::string preset = "standard", state = "dormant";
  std::vector<std::string> workloads, variants, events;
  std::string budget = "60s";
  bool dose = false;
  bool no_count = false;
  std::optional<std::string> layouts, target, seed, fds, output;
  std::string layout_folder;
  std::vector<std::string> command;  // as typed, for the record
};
int command_run(const RunOptions& options);

// What cannot be counted has its reason in its place; kExitUsage when nothing could be.
struct CountOptions {
  RunOptions run;  // what is counted: its workloads, variants, budget, fds and layout folder
  std::string layout = "1", format = "text";
};
int command_count(const CountOptions& options);

struct ReportOptions {
  std::string file, format = "text";
};
int command_report(const ReportOptions& options);

struct CompareCommand {
  std::string before, after, format = "text", on = "effect", threshold = "0";
  bool allow_unlike = false;
};
// Unreliable wins over a regression: what is not to be quoted is no verdict.
int command_compare(const CompareCommand& command);

struct InspectCommand {
  std::string file, function, format = "text", top = "20";
  std::optional<std::string> against, as;  // the other build, and the function's name in it
  bool listing = false;
  bool arguments = false, suggest = false;
};
int command_inspect(const InspectCommand& command);

struct DoctorOptions {
  std::string layout_folder, format = "text";
  bool no_aa = false;
};
// Done also where it finds obstacles.
int command_doctor(const DoctorOptions& options);

struct ListOptions {
  std::string layout_folder;
};
int command_list(const ListOptions& options);

}  // namespace tracetoll
