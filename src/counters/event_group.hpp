// One group of perf events of the calling thread: opened together, enabled together, read at once,
// closed with the object. Pinned: the kernel has it on the PMU whenever the thread runs, or gives
// it up, and then readings say so; it is never multiplexed silently.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "counter_source.hpp"
#include "perf_kernel.hpp"

namespace tracetoll {

class EventGroup : public CounterSource {
 public:
  struct Opened {
    std::unique_ptr<EventGroup> group;  // disabled; null where there is none
    int error = 0;                      // errno of the event that the kernel refused,
    std::size_t refused = 0;            // which one of `events` that is,
    std::string reason;                 // and what it means
  };
  // The first of `events` (1 to kMostInGroup) leads. `kernel` must outlive the group.
  static Opened open(PerfKernel& kernel, const std::vector<Event>& events);

  ~EventGroup() override;
  EventGroup(const EventGroup&) = delete;
  EventGroup& operator=(const EventGroup&) = delete;

  const std::vector<Event>& events() const override { return events_; }
  std::string enable() override;
  std::string disable() override;
  // By rdpmc when every event of the group allows it at this moment, else by read().
  CounterReading read() override;

  // How the last reading was made: "rdpmc" or "read". Of a group that is enabled, how the next one
  // most likely is.
  const char* way() const { return by_rdpmc_ ? "rdpmc" : "read"; }
  // From now on by read() alone.
  void without_rdpmc();

 private:
  EventGroup(PerfKernel& kernel, const std::vector<Event>& events);
  void map_pages();
  std::optional<CounterReading> read_pages() const;
  CounterReading read_kernel();

  PerfKernel& kernel_;
  std::vector<Event> events_;
  std::vector<UniqueFd> fds_;                       // the leader's first
  std::vector<const perf_event_mmap_page*> pages_;  // of all events, or empty
  bool by_rdpmc_ = false;
};

// The attributes of an event: counted in its modes, disabled and pinned when it leads.
perf_event_attr attributes_of(const Event& event, bool leads);

}  // namespace tracetoll
