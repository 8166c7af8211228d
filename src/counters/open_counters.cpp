#include "open_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "event_names.hpp"
#include "event_plan.hpp"

namespace tracetoll {
namespace {

using Events = std::vector<Event>;

Event generic(const char* name, std::uint64_t config, Known known) {
  Event event;
  event.name = name;
  event.type = PERF_TYPE_HARDWARE;
  event.config = config;
  event.known = known;
  return event;
}

bool is_software(const Event& event) {
  return event.type == PERF_TYPE_SOFTWARE;
}

std::vector<std::string> names_of(const Events& events) {
  std::vector<std::string> names;
  for (const Event& event : events) names.push_back(event.name);
  return names;
}

Events without(const Events& events, std::size_t index) {
  Events rest = events;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

// Fills an OpenCounters, group by group.
class Opener {
 public:
  Opener(PerfKernel& kernel, const RunLoop& run, OpenCounters& result)
      : kernel_(kernel), run_(run), result_(result) {}

  void refuse(const Events& events, const std::string& reason) {
    for (const Event& event : events) result_.availability[event.name] = {false, reason};
  }

  void add(const Events& events) {
    if (events.empty()) return;
    const bool tested = !std::ranges::all_of(events, is_software);
    Events all = events;
    const bool has_witness = tested && std::ranges::none_of(events, has_known_answer);
    if (has_witness)
      all.push_back(generic("instructions", PERF_COUNT_HW_INSTRUCTIONS, Known::kInstructions));
    EventGroup::Opened opened = EventGroup::open(kernel_, all);
    if (!opened.group) return take_refusal(events, opened);
    if (const std::string failure = opened.group->enable(); !failure.empty())
      return refuse(events, failure);
    const KnownAnswers answers = tested ? known_answers(*opened.group, run_) : KnownAnswers{};
    opened.group->disable();
    const bool all_right =
        answers.group.empty() && std::ranges::all_of(answers.events, &std::string::empty);
    if (!all_right) {
      opened.group.reset();
      return take_failure(events, answers);
    }
    for (const Event& event : events) result_.availability[event.name] = {true, ""};
    result_.groups.push_back({std::move(opened.group), names_of(events)});
  }

 private:
  static std::string beside(const std::string& reason) {
    return "cannot be believed without instructions beside it: " + reason;
  }

  void take_refusal(const Events& events, const EventGroup::Opened& opened) {
    const bool too_many = opened.error == EINVAL || opened.error == ENOSPC;
    if (too_many && events.size() > 1) return split_or_refuse(events, opened.reason);
    if (opened.refused == events.size()) return refuse(events, beside(opened.reason));
    refuse({events[opened.refused]}, opened.reason);
    add(without(events, opened.refused));
  }

  void split_or_refuse(const Events& events, const std::string& reason) {
    if (events.size() == 1) return refuse(events, reason);
    const auto middle = events.begin() + static_cast<std::ptrdiff_t>(events.size() / 2);
    add({events.begin(), middle});
    add({middle, events.end()});
  }

  void take_failure(const Events& events, const KnownAnswers& answers) {
    if (!answers.group.empty()) return split_or_refuse(events, answers.group);
    const bool has_witness = answers.events.size() > events.size();
    if (has_witness && !answers.events.back().empty())
      return refuse(events, beside(answers.events.back()));
    Events believed;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (answers.events[i].empty())
        believed.push_back(events[i]);
      else
        refuse({events[i]}, answers.events[i]);
    }
    add(believed);
  }

  PerfKernel& kernel_;
  const RunLoop& run_;
  OpenCounters& result_;
};

// Why there are no hardware events at all; empty when there are.
std::string no_pmu(PerfKernel& kernel) {
  return EventGroup::open(kernel, {generic("cycles", PERF_COUNT_HW_CPU_CYCLES, Known::kCycles)})
      .reason;
}

Events parse(const std::vector<std::string>& names, const CpuModel& cpu, OpenCounters& result) {
  Events events;
  for (const std::string& name : names) {
    const ParsedEvent parsed = parse_event(name, cpu);
    if (parsed.event)
      events.push_back(*parsed.event);
    else
      result.availability[name] = {false, parsed.reason};
  }
  return events;
}

Events take_if(Events& events, bool (*wanted)(const Event&)) {
  Events taken;
  std::ranges::copy_if(events, std::back_inserter(taken), wanted);
  std::erase_if(events, wanted);
  return taken;
}

}  // namespace

std::vector<std::vector<std::string>> OpenCounters::names() const {
  std::vector<std::vector<std::string>> names;
  for (const BelievedGroup& group : groups) names.push_back(group.names);
  return names;
}

OpenCounters open_counters(PerfKernel& kernel, const std::vector<std::string>& names,
                           const RunLoop& run) {
  const CpuModel cpu = this_cpu();
  OpenCounters result;
  Opener opener(kernel, run, result);
  Events events = parse(names, cpu, result);
  opener.add(take_if(events, is_software));
  if (events.empty()) return result;
  if (const std::string reason = no_pmu(kernel); !reason.empty()) {
    opener.refuse(events, reason);
    return result;
  }
  for (const Events& group : plan_groups(events, pmu_shape(cpu))) opener.add(group);
  return result;
}

OpenCounters open_group(PerfKernel& kernel, const std::vector<std::string>& names,
                        const RunLoop& run) {
  OpenCounters result;
  const Events events = parse(names, this_cpu(), result);
  Opener(kernel, run, result).add(events);
  return result;
}

}  // namespace tracetoll
