#include "event_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "open_failure.hpp"
#include "user_page.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kHeader = 3;  // number of values, time enabled, time running

}  // namespace

perf_event_attr attributes_of(const Event& event, bool leads) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.config1 = event.config1;
  attributes.config2 = event.config2;
  if (event.type == PERF_TYPE_BREAKPOINT) {
    attributes.config = 0;
    attributes.bp_type = static_cast<std::uint32_t>(event.config);
  }
  attributes.disabled = leads;
  attributes.pinned = leads;
  attributes.exclude_user = !event.user;
  attributes.exclude_kernel = !event.kernel;
  attributes.exclude_hv = 1;
  attributes.read_format =
      PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return attributes;
}

EventGroup::EventGroup(PerfKernel& kernel, const std::vector<Event>& events)
    : kernel_(kernel), events_(events) {}

EventGroup::~EventGroup() {
  for (const perf_event_mmap_page* page : pages_) kernel_.unmap(page);
  // Siblings before their leader: without it each would live on as a group of its own.
  while (!fds_.empty()) fds_.pop_back();
}

EventGroup::Opened EventGroup::open(PerfKernel& kernel, const std::vector<Event>& events) {
  std::unique_ptr<EventGroup> group(new EventGroup(kernel, events));
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool leads = i == 0;
    PerfKernel::Opened opened =
        kernel.open(attributes_of(events[i], leads), leads ? -1 : group->fds_.front().get());
    if (!opened.fd)
      return {nullptr, opened.error, i,
              open_failure({opened.error, events[i], i + 1, kernel.paranoid()})};
    group->fds_.push_back(std::move(opened.fd));
  }
  group->map_pages();
  return {std::move(group), 0, 0, ""};
}

void EventGroup::map_pages() {
  if (!kernel_.has_rdpmc()) return;
  for (const UniqueFd& fd : fds_) {
    const perf_event_mmap_page* page = kernel_.map(fd.get());
    if (page == nullptr) return without_rdpmc();
    pages_.push_back(page);
  }
}

void EventGroup::without_rdpmc() {
  for (const perf_event_mmap_page* page : pages_) kernel_.unmap(page);
  pages_.clear();
  by_rdpmc_ = false;
}

std::string EventGroup::enable() {
  const int result = kernel_.enable_group(fds_.front().get());
  return result < 0 ? fmt::format("the group cannot be enabled ({})", std::strerror(-result)) : "";
}

std::string EventGroup::disable() {
  const int result = kernel_.disable_group(fds_.front().get());
  return result < 0 ? fmt::format("the group cannot be disabled ({})", std::strerror(-result)) : "";
}

CounterReading EventGroup::read() {
  const std::optional<CounterReading> reading = read_pages();
  by_rdpmc_ = reading.has_value();
  return reading ? *reading : read_kernel();
}

std::optional<CounterReading> EventGroup::read_pages() const {
  if (pages_.empty()) return std::nullopt;
  CounterReading reading;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto one = read_user_page(
        *pages_[i], [this](std::uint32_t counter) { return kernel_.rdpmc(counter); },
        [this] { return kernel_.rdtsc(); });
    if (!one) return std::nullopt;
    reading.values[i] = one->value;
    if (i != 0) continue;
    reading.enabled_ns = one->enabled_ns;
    reading.running_ns = one->running_ns;
  }
  return reading;
}

CounterReading EventGroup::read_kernel() {
  std::array<std::uint64_t, kHeader + kMostInGroup> words{};
  const std::ptrdiff_t size = kernel_.read(fds_.front().get(), words);
  CounterReading reading;
  if (size < 0) {
    reading.error = static_cast<int>(-size);
  } else if (size == 0) {
    reading.lost_place = true;
  } else if (size != static_cast<std::ptrdiff_t>((kHeader + events_.size()) * sizeof words[0])) {
    reading.error = EIO;
  } else {
    reading.enabled_ns = words[1];
    reading.running_ns = words[2];
    std::copy_n(words.begin() + kHeader, events_.size(), reading.values.begin());
  }
  return reading;
}

}  // namespace tracetoll
