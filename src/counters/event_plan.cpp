#include "event_plan.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

namespace tracetoll {
namespace {

// The counters of one group, and what has been put on them.
class Group {
 public:
  explicit Group(const PmuShape& pmu) : pmu_(&pmu) {}

  // Puts the event on a counter if there is one; false leaves the group as it was.
  bool take(std::size_t event, const EventConstraint& constraint) {
    if (!constraint.is_software && !take_counter(constraint)) return false;
    events_.push_back(event);
    return true;
  }

  std::vector<std::size_t> events() const {
    std::vector<std::size_t> sorted = events_;
    std::ranges::sort(sorted);
    return sorted;
  }

 private:
  bool take_counter(const EventConstraint& constraint) {
    auto& shared = shared_[static_cast<std::size_t>(constraint.shared)];
    const bool has_register =
        constraint.shared == SharedRegister::kNone || shared < registers_of(constraint.shared);
    if (!has_register) return false;
    auto& fixed = fixed_[static_cast<std::size_t>(constraint.fixed)];
    if (constraint.fixed != Fixed::kNone && !fixed)
      fixed = true;
    else if (constraint.fixed_only || !take_general(constraint.first_counters))
      return false;
    ++shared;
    return true;
  }

  // The sets {0}, {0..3}, {all} lie in each other, so it is enough that no set holds more events
  // than counters (Hall's condition).
  bool take_general(int first_counters) {
    const int limit = first_counters == 0 ? pmu_->general : first_counters;
    auto limits = limits_;
    ++limits[limit];
    int taken = 0;
    for (const auto& [counters, events] : limits) {
      taken += events;
      if (taken > counters) return false;
    }
    limits_ = std::move(limits);
    return true;
  }

  const PmuShape* pmu_;
  std::vector<std::size_t> events_;
  std::map<int, int> limits_;  // how many events may use the first so many counters
  std::array<bool, 5> fixed_{};
  std::array<int, 4> shared_{};
};

// Events that stand together: one alone, or all of one `together`, in the order of the input.
struct Unit {
  std::vector<std::size_t> events;
  bool is_bundle = false;
};

std::vector<Unit> units_of(const std::vector<Event>& events) {
  std::vector<Unit> units;
  std::map<std::string, std::size_t> bundles;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::string& together = events[i].together;
    if (together.empty()) {
      units.push_back({{i}, false});
      continue;
    }
    const auto [found, is_new] = bundles.emplace(together, units.size());
    if (is_new) units.push_back({{}, true});
    units[found->second].events.push_back(i);
  }
  return units;
}

std::optional<Group> with(Group group, const std::vector<std::size_t>& events,
                          const std::vector<EventConstraint>& constraints) {
  for (const std::size_t event : events)
    if (!group.take(event, constraints[event])) return std::nullopt;
  return group;
}

// Smaller comes first: what has the fewest places to go.
auto order_of(const Unit& unit, const std::vector<EventConstraint>& constraints) {
  const EventConstraint& first = constraints[unit.events.front()];
  constexpr int kAnyCounter = 1000;
  return std::tuple(!unit.is_bundle, first.is_software, first.shared == SharedRegister::kNone,
                    !first.fixed_only,
                    first.first_counters == 0 ? kAnyCounter : first.first_counters);
}

class Plan {
 public:
  Plan(const PmuShape& pmu, const std::vector<EventConstraint>& constraints)
      : pmu_(&pmu), constraints_(&constraints) {}

  void add(const std::vector<std::size_t>& events) {
    for (Group& group : groups_)
      if (put(group, events)) return;
    Group fresh(*pmu_);
    if (put(fresh, events)) {
      groups_.push_back(std::move(fresh));
    } else if (events.size() == 1) {
      alone_.push_back(events);
    } else {
      for (const std::size_t event : events) add({event});
    }
  }

  std::vector<std::vector<std::size_t>> groups() const {
    std::vector<std::vector<std::size_t>> groups = alone_;
    for (const Group& group : groups_) groups.push_back(group.events());
    std::ranges::sort(groups);
    return groups;
  }

 private:
  bool put(Group& group, const std::vector<std::size_t>& events) const {
    std::optional<Group> filled = with(group, events, *constraints_);
    if (filled) group = std::move(*filled);
    return filled.has_value();
  }

  const PmuShape* pmu_;
  const std::vector<EventConstraint>* constraints_;
  std::vector<Group> groups_;
  std::vector<std::vector<std::size_t>> alone_;  // events that no counter can take
};

}  // namespace

std::vector<std::vector<Event>> plan_groups(const std::vector<Event>& events, const PmuShape& pmu) {
  std::vector<EventConstraint> constraints;
  constraints.reserve(events.size());
  for (const Event& event : events) constraints.push_back(constraint_of(event, pmu));
  std::vector<Unit> units = units_of(events);
  std::ranges::stable_sort(units, {},
                           [&](const Unit& unit) { return order_of(unit, constraints); });
  Plan plan(pmu, constraints);
  for (const Unit& unit : units) plan.add(unit.events);
  std::vector<std::vector<Event>> groups;
  for (const std::vector<std::size_t>& group : plan.groups()) {
    groups.emplace_back();
    for (const std::size_t event : group) groups.back().push_back(events[event]);
  }
  return groups;
}

}  // namespace tracetoll
