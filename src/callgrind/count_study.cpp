#include "count_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "callgrind_file.hpp"
#include "child_process.hpp"
#include "counted.hpp"
#include "error.hpp"
#include "exact_counts.hpp"
#include "json_fields.hpp"
#include "plan.hpp"
#include "temporary_folder.hpp"
#include "valgrind.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

// The same in every process: where data lies decides nothing that is exact, but may decide what the
// simulated caches miss.
constexpr std::uint64_t kSeed = 1;
// A dump takes about 3 KB.
constexpr std::uintmax_t kLargestFile = std::uintmax_t{256} << 20;

using Clock = std::chrono::steady_clock;

// What one process of Valgrind is to count, and what came of it.
struct Share {
  std::vector<std::string> variants;
  std::string file;  // of its dumps
  std::optional<Survey> survey;
  std::vector<Counted> counted;
  std::string complaint;  // about a line of the executable
  ChildResult child;
};

Plan plan_of(const CountRequest& request, const std::vector<std::string>& variants) {
  Plan plan;
  plan.layout = request.layout;
  plan.seed = kSeed;
  plan.variants = variants;
  for (const std::string& workload : request.workloads) plan.workloads.push_back({workload, 0});
  return plan;
}

// Empty for a variant that is compiled.
std::string why_not_compiled(const std::string& variant) {
  if (is_enabled_variant(variant))
    return "is switched on while it runs: only dormant sites are counted";
  if (const auto patched = patched_name(variant))
    return fmt::format("is patched while it runs: only compiled variants, as {}, are counted",
                       patched->built);
  if (has_control_dose(variant))
    return fmt::format("runs the code of {}, and some of it twice", without_control_dose(variant));
  if (copies_name(variant)) return "is compiled for a run with --dose alone";
  return {};
}

std::string read_dumps(const std::string& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) throw InputError("callgrind wrote no file");
  if (size > kLargestFile) throw InputError("callgrind wrote a file of more than 256 MiB");
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Study {
 public:
  Study(const CountRequest& request, const CountHooks& hooks)
      : request_(request),
        hooks_(hooks),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(request.budget_seconds))) {}

  CountResult run() {
    result_.study.layout = request_.layout;
    for (const std::string& workload : request_.workloads) {
      result_.workloads.emplace_back().name = workload;
      for (const std::string& variant : request_.variants)
        result_.study.counts[workload][variant].unavailable = why_not_compiled(variant);
    }
    try {
      run_shares();
    } catch (const InputError& error) {
      refuse(error.what());
    }
    if (result_.study.unavailable.empty() && !any_counts(result_.study))
      result_.study.unavailable = first_reason();
    return std::move(result_);
  }

 private:
  void run_shares() {
    if (!request_.not_countable.empty()) return refuse(request_.not_countable);
    const Valgrind valgrind = find_valgrind(hooks_.interrupted);
    if (!valgrind.missing.empty()) return refuse(valgrind.missing);
    result_.study.tool = "callgrind, " + valgrind.version;
    result_.study.caches = kCacheWords;

    const TemporaryFolder folder;
    std::vector<Share> shares = split();
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i].file = fmt::format("{}/callgrind.{}", folder.path(), i);
    std::vector<std::thread> threads;
    for (Share& share : shares) try {
        threads.emplace_back([this, &share, &valgrind] { run_share(share, valgrind.file); });
      } catch (const std::system_error&) {
        run_share(share, valgrind.file);  // no thread to be had: then one after the other
      }
    for (std::thread& thread : threads) thread.join();
    for (const Share& share : shares) keep(share);
  }

  void refuse(const std::string& reason) {
    result_.study.unavailable = reason;
    for (auto& [workload, variants] : result_.study.counts)
      for (auto& [variant, counts] : variants)
        if (counts.unavailable.empty()) counts.unavailable = reason;
  }

  // The compiled variants, one to each process in turn.
  std::vector<Share> split() {
    std::vector<Share> shares;
    const auto most = static_cast<std::size_t>(std::max(1, request_.processes));
    std::size_t next = 0;
    for (const std::string& variant : request_.variants) {
      if (!why_not_compiled(variant).empty()) continue;
      if (shares.size() < most) shares.emplace_back();
      shares[next++ % most].variants.push_back(variant);
    }
    all_ = static_cast<int>(next * request_.workloads.size());
    return shares;
  }

  void run_share(Share& share, const std::string& valgrind) {
    const std::vector<std::string> command = {
        request_.file, "--tracetoll=count", "--plan=" + to_json(plan_of(request_, share.variants))};
    const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
    share.child = run_child(
        callgrind_command(valgrind, share.file, command), std::max(0.0, left),
        [&](std::string_view line) { take_line(share, line); }, hooks_.interrupted);
  }

  void take_line(Share& share, std::string_view line) {
    if (!share.complaint.empty()) return;
    try {
      if (!share.survey) {
        share.survey = survey_from_json(std::string(line));
        return;
      }
      share.counted.push_back(counted_from_json(std::string(line)));
    } catch (const nlohmann::json::exception&) {
      share.complaint =
          fmt::format("{}: says '{}' while it is counted; rebuild it with './dev build'",
                      request_.file, printable(line, 40));
      return;
    }
    const Counted& counted = share.counted.back();
    if (counted.workload.empty()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    hooks_.on_counted(++done_, all_, printable(counted.workload + " " + counted.variant, 80));
  }

  void keep(const Share& share) {
    keep_contexts(share);
    std::vector<CallgrindPart> parts;
    std::string no_parts;
    try {
      parts = parse_callgrind(read_dumps(share.file), "callgrind's file");
    } catch (const InputError& error) {
      no_parts = error.what();
    }
    const auto is_loop = [](const Counted& counted) { return counted.workload.empty(); };
    const auto loop = std::ranges::find_if(share.counted, is_loop);
    const LoopCounts loop_itself =
        loop == share.counted.end() ? LoopCounts{} : loop_counts(parts, *loop);
    for (auto& of_workload : result_.study.counts) {
      for (const std::string& variant : share.variants) {
        const auto counted = std::ranges::find_if(share.counted, [&](const Counted& one) {
          return one.workload == of_workload.first && one.variant == variant;
        });
        ExactCounts& counts = of_workload.second[variant];
        if (counted == share.counted.end() || loop == share.counted.end())
          counts.unavailable = why_not_reached(share);
        else if (!no_parts.empty() && counted->failure.empty())
          counts.unavailable = no_parts;
        else
          counts = exact_counts(parts, *counted, loop_itself);
      }
    }
  }

  void keep_contexts(const Share& share) {
    if (!share.survey) return;
    for (WorkloadContext& context : result_.workloads)
      for (const WorkloadContext& said : share.survey->workloads)
        if (said.name == context.name && context.operation.empty()) context = said;
  }

  std::string why_not_reached(const Share& share) const {
    if (share.child.timed_out)
      return fmt::format("not counted within {:g} s", request_.budget_seconds);
    if (share.child.stopped) return "interrupted before it was counted";
    if (!share.complaint.empty()) return share.complaint;
    if (share.child.exit_code == 2 && !share.child.last_error.empty())
      return printable(share.child.last_error, 300);
    if (share.child.ok())
      return fmt::format("{}: says nothing of it; rebuild it with './dev build'", request_.file);
    return "valgrind: " + printable(share.child.describe(), 300);
  }

  std::string first_reason() const {
    for (const auto& [workload, variants] : result_.study.counts)
      for (const auto& [variant, counts] : variants)
        if (!counts.unavailable.empty()) return counts.unavailable;
    return "no variant was asked for";
  }

  const CountRequest& request_;
  const CountHooks& hooks_;
  Clock::time_point deadline_;
  CountResult result_;
  std::mutex mutex_;
  int done_ = 0;  // guarded by mutex_
  int all_ = 0;
};

}  // namespace

CountResult count_variants(const CountRequest& request, const CountHooks& hooks) {
  return Study(request, hooks).run();
}

bool any_counts(const CountStudy& study) {
  for (const auto& [workload, variants] : study.counts)
    for (const auto& [variant, counts] : variants)
      if (!counts.per_op.empty()) return true;
  return false;
}

}  // namespace tracetoll
