// The kernel's side of counters.hpp: one pinned group of hardware events of this thread.
#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "counters.hpp"
#include "unique_fd.hpp"

namespace tracetoll {
namespace {

struct Event {
  const char* name;
  std::uint64_t config;
};

// cycles leads: it is the event that tells "no PMU" from "no such event".
constexpr std::array kEvents = {Event{"cycles", PERF_COUNT_HW_CPU_CYCLES},
                                Event{"instructions", PERF_COUNT_HW_INSTRUCTIONS},
                                Event{"branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
                                Event{"branch_misses", PERF_COUNT_HW_BRANCH_MISSES}};

int open_event(const Event& event, int leader) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event.config;
  attributes.pinned = leader < 0;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format =
      PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC));
}

std::string reason_of(int error, bool is_leader) {
  switch (error) {
    case ENOENT:
      return is_leader ? "no PMU (ENOENT)" : "no such event on this PMU (ENOENT)";
    case EACCES:
      return "not permitted (EACCES): lower kernel.perf_event_paranoid to 2 or less";
    case EPERM:
      return "not permitted (EPERM): a container's seccomp filter, or perf_event_paranoid";
    case ENOSYS:
      return "perf_event_open is not there (ENOSYS): kernel without perf, or a seccomp filter";
    case ENOSPC:
      return "no free counter (ENOSPC)";
    default:
      return fmt::format("perf_event_open: {}", std::strerror(error));
  }
}

class PerfGroup : public CounterSource {
 public:
  void add(std::string name, UniqueFd fd) {
    names_.push_back(std::move(name));
    fds_.push_back(std::move(fd));
  }
  int leader() const { return fds_.empty() ? -1 : fds_.front().get(); }
  std::vector<std::string> names() const override { return names_; }

  std::optional<CounterReading> read() override {
    // nr, time enabled, time running, one value an event
    std::array<std::uint64_t, 3 + kEvents.size()> buffer{};
    const auto wanted = static_cast<ssize_t>((3 + names_.size()) * sizeof(std::uint64_t));
    if (::read(leader(), buffer.data(), sizeof buffer) != wanted) return std::nullopt;
    CounterReading reading;
    reading.enabled_ns = buffer[1];
    reading.running_ns = buffer[2];
    reading.values.assign(buffer.begin() + 3,
                          buffer.begin() + 3 + static_cast<std::ptrdiff_t>(names_.size()));
    return reading;
  }

 private:
  std::vector<std::string> names_;
  std::vector<UniqueFd> fds_;
};

}  // namespace

std::unique_ptr<CounterSource> open_hardware_counters(std::map<std::string, Availability>& why) {
  auto group = std::make_unique<PerfGroup>();
  for (const Event& event : kEvents) {
    const bool is_leader = group->leader() < 0;
    if (is_leader && &event != &kEvents.front()) {
      why[event.name] = {false, why[kEvents.front().name].reason};
      continue;
    }
    UniqueFd fd(open_event(event, group->leader()));
    if (!fd) {
      why[event.name] = {false, reason_of(errno, is_leader)};
      continue;
    }
    group->add(event.name, std::move(fd));
    why[event.name] = {true, ""};
  }
  if (group->leader() < 0) return nullptr;
  const std::string failure = known_answer_failure(*group);
  if (failure.empty()) return group;
  for (auto& [name, availability] : why)
    if (availability.available) availability = {false, failure};
  return nullptr;
}

}  // namespace tracetoll
