// A kernel with a PMU that counts what the known loops execute, and goes wrong as a test wants.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <vector>

#include "known_answer.hpp"
#include "perf_kernel.hpp"

namespace tracetoll::testing {

class FakeKernel : public PerfKernel {
 public:
  // What goes wrong. errno or 0 for an event, as the so-many-th (from 1) of its group.
  std::function<int(const perf_event_attr&, std::size_t)> refuse = [](const auto&, std::size_t) {
    return 0;
  };
  // The value that a true counter of the event has -> what is read.
  std::function<std::uint64_t(const perf_event_attr&, std::uint64_t)> distort =
      [](const perf_event_attr&, std::uint64_t value) { return value; };
  std::function<int(int)> enable_result = [](int) { return 0; };  // of the so-many-th, from 1
  // Instead of the bytes of the so-many-th reading, from 1; 1: the reading succeeds.
  std::function<std::ptrdiff_t(int)> read_result = [](int) { return 1; };
  double share = 1;  // of the time, on the PMU
  std::optional<int> level = 2;

  int opens = 0, enables = 0, disables = 0, reads = 0;
  std::vector<int> leaders;  // that were opened
  std::vector<perf_event_attr> opened;

  RunLoop runner() {
    return [this](const KnownLoop& loop, std::uint64_t steps) { ran(loop, steps); };
  }
  void ran(const KnownLoop& loop, std::uint64_t steps) {
    for (auto& [leader, group] : groups_)
      if (group.enabled)
        for (One& one : group.events) one.value += occurrences(one.attributes, loop) * steps;
  }

  Opened open(const perf_event_attr& attributes, int leader) override {
    ++opens;
    const std::size_t place = leader < 0 ? 1 : groups_.at(leader).events.size() + 1;
    if (const int error = refuse(attributes, place); error != 0) return {UniqueFd(), error};
    UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const int key = leader < 0 ? fd.get() : leader;
    if (leader < 0) groups_[key] = {};
    if (leader < 0) leaders.push_back(key);
    groups_[key].events.push_back({attributes, 0});
    opened.push_back(attributes);
    return {std::move(fd), 0};
  }
  int enable_group(int leader) override {
    const int result = enable_result(++enables);
    if (result == 0) groups_.at(leader).enabled = true;
    return result;
  }
  int disable_group(int leader) override {
    ++disables;
    groups_.at(leader).enabled = false;
    return 0;
  }
  std::ptrdiff_t read(int fd, std::span<std::uint64_t> words) override {
    const std::ptrdiff_t result = read_result(++reads);
    if (result <= 0) return result;
    Group& group = groups_.at(fd);
    if (group.enabled) {
      group.enabled_ns += 1000;
      group.running_ns += static_cast<std::uint64_t>(1000 * share);
    }
    words[0] = group.events.size();
    words[1] = group.enabled_ns;
    words[2] = group.running_ns;
    for (std::size_t i = 0; i < group.events.size(); ++i)
      words[3 + i] = distort(group.events[i].attributes, group.events[i].value);
    return static_cast<std::ptrdiff_t>((3 + group.events.size()) * sizeof words[0]);
  }

  const perf_event_mmap_page* map(int) override { return nullptr; }
  void unmap(const perf_event_mmap_page*) override {}
  bool has_rdpmc() const override { return false; }
  std::uint64_t rdpmc(std::uint32_t) const override { return 0; }
  std::uint64_t rdtsc() const override { return 0; }
  std::optional<int> paranoid() override { return level; }

 private:
  struct One {
    perf_event_attr attributes;
    std::uint64_t value;
  };
  struct Group {
    std::vector<One> events;
    bool enabled = false;
    std::uint64_t enabled_ns = 0, running_ns = 0;
  };

  static std::uint64_t occurrences(const perf_event_attr& attributes, const KnownLoop& loop) {
    if (attributes.type == PERF_TYPE_SOFTWARE) return 0;
    switch (attributes.config) {
      case PERF_COUNT_HW_CPU_CYCLES:
        return 1;
      case PERF_COUNT_HW_INSTRUCTIONS:
        return loop.instructions;
      case PERF_COUNT_HW_BRANCH_INSTRUCTIONS:
        return loop.branches;
      default:
        return 0;
    }
  }

  std::map<int, Group> groups_;
};

inline bool is_hardware(const perf_event_attr& attributes, std::uint64_t config) {
  return attributes.type == PERF_TYPE_HARDWARE && attributes.config == config;
}

}  // namespace tracetoll::testing
