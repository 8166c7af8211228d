#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "child_process.hpp"
#include "error.hpp"
#include "schedule.hpp"

namespace tracetoll {
namespace {

// Rounds of one process. Layout and process vary more than rounds do (Kalibera and Jones's rule
// gives less than one process a layout here), so few rounds and many processes; but so many that
// starting the process (about 20 ms) does not take most of the time.
constexpr int kFewestRounds = 4;
constexpr int kBlocksOfAProcess = 50;  // of about 1 ms
constexpr double kSurveySeconds = 60;
// A replicate has hung that takes longer than this, or than 20 times the longest so far.
constexpr double kReplicateSeconds = 60;
constexpr double kLeastReplicateSeconds = 5;
// All layouts failing this often in a row means that nothing will be measured.
constexpr int kMostFailuresInARow = 32;

Plan plan_of(const RunRequest& request) {
  Plan plan;
  plan.seed = request.seed;
  plan.schedule_seed = request.seed;
  plan.variants = request.variants;
  plan.events = request.events;
  plan.event_groups = request.event_groups;
  for (const char* control : {kBaselineCopy, kBaselineDose})
    if (std::ranges::find(plan.variants, control) == plan.variants.end())
      plan.variants.emplace_back(control);
  for (const std::string& workload : request.workloads) plan.workloads.push_back({workload, 0});
  const std::size_t blocks_of_a_round = plan.variants.size() * plan.workloads.size();
  plan.rounds = std::max(kFewestRounds, kBlocksOfAProcess / static_cast<int>(blocks_of_a_round));
  return plan;
}

std::vector<std::string> command(const std::string& file, const char* mode, const Plan& plan) {
  return {file, fmt::format("--tracetoll={}", mode), "--plan=" + to_json(plan)};
}

// Which layout replicate i runs, from 0: all in shuffled order, then all again in another.
int layout_of(int replicate, int layouts, std::uint64_t seed) {
  return shuffled(layouts, replicate / layouts,
                  seed)[static_cast<std::size_t>(replicate % layouts)];
}

class Run {
 public:
  Run(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks,
      SamplesWriter& writer, Samples& samples)
      : layouts_(layouts),
        hooks_(hooks),
        writer_(writer),
        samples_(samples),
        plan_(plan_of(request)),
        budget_(request.budget_seconds),
        has_target_(request.target_percent > 0),
        layout_count_(std::min(request.layouts, static_cast<int>(layouts.files.size()))) {
    for (std::size_t i = 0; i < plan_.workloads.size(); ++i) {
      const WorkloadContext& surveyed = samples.context.workloads[i];
      plan_.workloads[i].operations = surveyed.operations_per_block;
      plan_.workloads[i].hits_per_op_by_variant = surveyed.hits_per_op_by_variant;
      plan_.workloads[i].operations_by_variant = surveyed.operations_by_variant;
    }
  }

  void run() {
    bool reached = false;
    while (!hooks_.interrupted() && time_for_another()) {
      const double began = hooks_.seconds();
      if (!find_layout()) break;
      if (run_replicate()) longest_ = std::max(longest_, hooks_.seconds() - began);
      ++plan_.replicate;
      plan_.first_round += plan_.rounds;
      hooks_.on_replicate(samples_);
      reached = has_target_ && hooks_.decided(samples_);
      if (reached || failures_in_a_row_ >= kMostFailuresInARow) break;
    }
    samples_.end = reached ? "target" : hooks_.interrupted() ? "interrupted" : "done";
    samples_.elapsed_seconds = hooks_.seconds();
    writer_.append_end(samples_.end, samples_.elapsed_seconds);
  }

 private:
  bool time_for_another() const {
    return plan_.replicate == 0 || hooks_.seconds() + longest_ <= budget_;
  }

  double timeout() const {
    if (longest_ == 0) return kReplicateSeconds;
    return std::clamp(20 * longest_, kLeastReplicateSeconds, kReplicateSeconds);
  }

  // Which layout comes next; false: there is none that was not measured yet.
  bool find_layout() {
    const int number = has_target_
                           ? plan_.replicate + 1
                           : layout_of(plan_.replicate, layout_count_, plan_.schedule_seed) + 1;
    plan_.layout = number;
    if (number <= static_cast<int>(layouts_.files.size())) {
      file_ = layouts_.files[static_cast<std::size_t>(number - 1)];
      return true;
    }
    try {
      file_ = hooks_.more_layouts(number);
      return true;
    } catch (const InputError& error) {
      if (!hooks_.interrupted()) fail(error.what());
      return false;
    }
  }

  // False: it failed, or was stopped.
  bool run_replicate() {
    plan_.seed = plan_.schedule_seed + 1000003U * static_cast<std::uint64_t>(plan_.replicate + 1);
    std::string complaint;
    rounds_seen_.clear();
    const ChildResult result = run_child(
        command(file_, "replicate", plan_), timeout(),
        [&](std::string_view line) { take_line(line, complaint); }, hooks_.interrupted);
    if (result.ok() && complaint.empty()) {
      failures_in_a_row_ = 0;
      return true;
    }
    if (result.stopped) return false;
    ++failures_in_a_row_;
    fail(complaint.empty() ? result.describe() : complaint);
    return false;
  }

  // Keeps what the reader of the file would accept; the first line that it would not is the
  // replicate's complaint, and nothing after it is taken.
  void take_line(std::string_view line, std::string& complaint) {
    if (!complaint.empty()) return;
    Block block;
    try {
      if (auto lost = failure_from_json_line(line, "not a block")) {
        if (lost->variant.empty()) throw InputError("not a block: a failure of no variant");
        lost->replicate = plan_.replicate;
        lost->layout = plan_.layout;
        samples_.failures.push_back(*lost);
        writer_.append(*lost);
        return;
      }
      block = block_from_json_line(line, "not a block");
      check_block(block, samples_.context, "not a block");
    } catch (const InputError& error) {
      complaint = error.what();
      return;
    }
    if (block.replicate != plan_.replicate || block.layout != plan_.layout ||
        !rounds_seen_.emplace(block.workload, block.variant, block.round).second) {
      complaint = "not a block: of another replicate, or there twice";
      return;
    }
    samples_.blocks.push_back(std::move(block));
    writer_.append_line(line);
  }

  void fail(const std::string& reason) {
    const Failure failure{plan_.replicate, plan_.layout, reason};
    samples_.failures.push_back(failure);
    writer_.append(failure);
  }

  const Layouts& layouts_;
  const RunHooks& hooks_;
  SamplesWriter& writer_;
  Samples& samples_;
  Plan plan_;
  double budget_;
  bool has_target_;
  int layout_count_;
  std::string file_;    // of the layout that is measured now
  double longest_ = 0;  // seconds of the longest replicate that went well
  std::set<std::tuple<std::string, std::string, int>> rounds_seen_;  // of this replicate
  int failures_in_a_row_ = 0;
};

// The survey that a layout answered with; it must be of what was asked.
Survey parse_survey(const std::string& answer, const Plan& plan, const std::string& file) {
  Survey survey;
  try {
    survey = survey_from_json(answer);
  } catch (const nlohmann::json::exception&) {
    survey.workloads.clear();
  }
  const bool is_of_plan =
      std::ranges::equal(survey.workloads, plan.workloads, {}, &WorkloadContext::name,
                         &PlannedWorkload::name) &&
      std::ranges::all_of(survey.workloads, [](const WorkloadContext& workload) {
        return workload.operations_per_block > 0;
      });
  if (is_of_plan) return survey;
  throw InputError(file + ": gave no survey of the workloads; rebuild it with './dev build'");
}

void check_events(const std::vector<std::string>& asked, const Survey& survey) {
  for (const std::string& name : asked) {
    const auto found = survey.counters.find(name);
    if (found == survey.counters.end())
      throw InputError(
          fmt::format("event '{}': the layouts know nothing of it; rebuild them", name));
    if (!found->second.available)
      throw InputError(fmt::format("event '{}': {}", name, found->second.reason));
  }
}

struct Answer {
  std::string file;  // of the layout that gave it
  std::string line;
};

// The answer of the first layout that gives one.
Answer ask(const Layouts& layouts, const char* mode, const Plan& plan, const RunHooks& hooks) {
  std::string failure;
  for (const std::string& file : layouts.files) {
    Answer answer{file, ""};
    const ChildResult result = run_child(
        command(file, mode, plan), kSurveySeconds,
        [&](std::string_view line) { answer.line = line; }, hooks.interrupted);
    if (result.ok()) return answer;
    if (result.stopped) throw InputError("interrupted before anything was measured");
    failure =
        result.exit_code == 2 ? result.last_error : fmt::format("{}: {}", file, result.describe());
    // What the executable itself refuses, every other layout would refuse too.
    if (result.exit_code == 2) break;
  }
  throw InputError(failure);
}

}  // namespace

Survey survey(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks) {
  const Plan plan = plan_of(request);
  const Answer answer = ask(layouts, "survey", plan, hooks);
  Survey survey = parse_survey(answer.line, plan, answer.file);
  check_events(request.events, survey);
  return survey;
}

Switchable ask_switchable(const Layouts& layouts, const RunRequest& request,
                          const RunHooks& hooks) {
  const Answer answer = ask(layouts, "switchable", plan_of(request), hooks);
  try {
    return switchable_from_json(answer.line);
  } catch (const nlohmann::json::exception&) {
    throw InputError(answer.file + ": says nothing of its sites; rebuild it with './dev build'");
  }
}

void measure(const Layouts& layouts, const RunRequest& request, const RunHooks& hooks,
             SamplesWriter& writer, Samples& samples) {
  Run(layouts, request, hooks, writer, samples).run();
}

}  // namespace tracetoll
