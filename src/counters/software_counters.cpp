#include "software_counters.hpp"

#include <algorithm>

namespace tracetoll {
namespace {

constexpr std::array<std::uint64_t, kSoftwareEvents.size()> kConfigs = {
    PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS,
    PERF_COUNT_SW_PAGE_FAULTS};
constexpr std::array<const char*, kSoftwareEvents.size()> kSources = {"clock_gettime", "getrusage",
                                                                      "sched_getcpu", "getrusage"};

std::vector<Event> software_events() {
  std::vector<Event> events;
  for (std::size_t i = 0; i < kSoftwareEvents.size(); ++i) {
    Event event;
    event.name = kSoftwareEvents[i];
    event.type = PERF_TYPE_SOFTWARE;
    event.config = kConfigs[i];
    event.kernel = true;
    events.push_back(event);
  }
  return events;
}

std::vector<std::string> names() {
  return {kSoftwareEvents.begin(), kSoftwareEvents.end()};
}

}  // namespace

bool is_software_event(const std::string& name) {
  return std::ranges::find(kSoftwareEvents, name) != kSoftwareEvents.end();
}

std::map<std::string, double> usage_between(const ThreadUsage& before, const ThreadUsage& after) {
  return {{"task-clock", static_cast<double>(after.cpu_ns - before.cpu_ns)},
          {"context-switches", static_cast<double>(after.switches - before.switches)},
          {"cpu-migrations", after.cpu == before.cpu ? 0 : 1},
          {"page-faults", static_cast<double>(after.faults - before.faults)}};
}

SoftwareCounters::SoftwareCounters(PerfKernel& kernel) {
  EventGroup::Opened opened = EventGroup::open(kernel, software_events());
  if (!opened.group || !opened.group->enable().empty()) return;
  opened.group->without_rdpmc();
  group_ = std::move(opened.group);
}

std::map<std::string, Availability> SoftwareCounters::availability() const {
  std::map<std::string, Availability> result;
  for (std::size_t i = 0; i < kSoftwareEvents.size(); ++i)
    result[kSoftwareEvents[i]] = {true, "", group_ ? Availability{}.source : kSources[i]};
  return result;
}

void SoftwareCounters::begin() {
  if (group_)
    before_ = group_->read();
  else
    usage_before_ = thread_usage();
}

void SoftwareCounters::end(std::map<std::string, double>& counters, std::string& lost) {
  if (!group_) {
    counters.merge(usage_between(usage_before_, thread_usage()));
    return;
  }
  const CountsBetween counted = count_between(names(), before_, group_->read());
  if (!counted.lost.empty()) lost = counted.lost;
  for (std::size_t i = 0; i < counted.counts.size(); ++i)
    counters[kSoftwareEvents[i]] = counted.counts[i];
}

}  // namespace tracetoll
