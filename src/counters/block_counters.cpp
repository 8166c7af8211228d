#include "block_counters.hpp"

#include <fmt/format.h>

#include "event_names.hpp"

namespace tracetoll {
namespace {

void add_line(std::string& lines, const std::string& line) {
  if (!line.empty()) lines += (lines.empty() ? "" : "; ") + line;
}

std::string missing(const OpenCounters& opened) {
  std::string reasons;
  for (const auto& [name, availability] : opened.availability)
    if (!availability.available)
      add_line(reasons, fmt::format("{}: {}", name, availability.reason));
  return reasons;
}

}  // namespace

CounterSurvey survey_counters(PerfKernel& kernel, std::vector<std::string> asked,
                              const RunLoop& run) {
  if (asked.empty()) asked = usual_events(this_cpu());
  std::erase_if(asked, is_software_event);  // counted in any case
  OpenCounters opened = open_counters(kernel, asked, run);
  CounterSurvey survey = {SoftwareCounters(kernel).availability(), opened.names()};
  survey.counters.merge(opened.availability);
  return survey;
}

BlockCounters::BlockCounters(PerfKernel& kernel,
                             const std::vector<std::vector<std::string>>& groups,
                             const RunLoop& run)
    : software_(kernel) {
  for (const std::vector<std::string>& names : groups) {
    OpenCounters opened = open_group(kernel, names, run);
    const std::string lost = missing(opened);
    if (opened.groups.empty()) turns_.push_back({{}, lost});
    for (BelievedGroup& believed : opened.groups) turns_.push_back({std::move(believed), lost});
  }
}

void BlockCounters::begin(std::int64_t round) {
  software_.begin();
  due_ = turns_.empty() ? nullptr : &turns_[group_of_round(round, turns_.size())];
  if (due_ != nullptr) failed_ = start(*due_);
}

BlockCounts BlockCounters::end() {
  BlockCounts result;
  if (due_ != nullptr) stop(*due_, result);
  std::string lost;
  software_.end(result.counters, lost);
  add_line(result.lost, lost);
  return result;
}

const char* BlockCounters::way() const {
  return due_ != nullptr && due_->believed.group ? due_->believed.group->way() : "";
}

std::string BlockCounters::start(Turn& turn) {
  if (!turn.believed.group) return {};
  if (!enabled_)
    if (std::string failure = turn.believed.group->enable(); !failure.empty()) return failure;
  enabled_ = true;
  before_ = turn.believed.group->read();
  return {};
}

void BlockCounters::stop(Turn& turn, BlockCounts& result) {
  result.lost = turn.lost;
  const auto& [group, names] = turn.believed;
  if (!group) return;
  CountsBetween counted;
  counted.lost = failed_;
  if (enabled_) counted = count_between(names, before_, group->read());
  for (std::size_t i = 0; i < counted.counts.size(); ++i)
    result.counters[names[i]] = counted.counts[i];
  add_line(result.lost, counted.lost);
  // A pinned group that lost its place comes back only when it is enabled anew.
  const bool stays = turns_.size() == 1 && counted.lost.empty();
  if (enabled_ && !stays) {
    add_line(result.lost, group->disable());
    enabled_ = false;
  }
}

}  // namespace tracetoll
