// Breakpoints on the test's own sites: real ones where they fire, and a machine of debug registers
// that does what a test wants.
#define TT_MARKER_HEADER "none.h"
#include "breakpoint_hits.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <set>

#include "event_group.hpp"
#include "marked.hpp"
#include "site_records.hpp"

namespace tracetoll {
namespace {

using testing::through_call;
using Hits = std::map<std::string, double>;

const Hits kExpected = {{"often", 5}, {"rare", 1}};

// Debug registers that count what they are told was executed.
class DebugRegisters : public PerfKernel {
 public:
  std::size_t registers = 4;  // that others left
  int opening_error = 0;
  double share = 1;  // of the executions that are counted
  std::size_t most_open = 0;

  void executed(const void* code, int times = 1) {
    for (auto& [fd, events] : groups_)
      for (Breakpoint& one : events)
        if (one.address == reinterpret_cast<std::uintptr_t>(code)) one.count += times;
  }

  Opened open(const perf_event_attr& attributes, int leader) override {
    if (opening_error != 0) return {UniqueFd(), opening_error};
    if (leader < 0) groups_.clear();  // one group at a time is open here
    if (leader >= 0 && groups_.at(leader).size() >= registers) return {UniqueFd(), ENOSPC};
    if (registers == 0) return {UniqueFd(), ENOSPC};
    UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    auto& group = groups_[leader < 0 ? fd.get() : leader];
    group.push_back({attributes.bp_addr, 0});
    most_open = std::max(most_open, group.size());
    EXPECT_EQ(attributes.type, static_cast<std::uint32_t>(PERF_TYPE_BREAKPOINT));
    EXPECT_EQ(attributes.bp_type, 4U) << "execution";
    EXPECT_EQ(attributes.config, 0U);
    return {std::move(fd), 0};
  }
  int enable_group(int) override { return 0; }
  int disable_group(int) override { return 0; }
  std::ptrdiff_t read(int fd, std::span<std::uint64_t> words) override {
    const auto& group = groups_.at(fd);
    words[0] = group.size();
    words[1] = words[2] = ++time_;
    for (std::size_t i = 0; i < group.size(); ++i)
      words[3 + i] = static_cast<std::uint64_t>(group[i].count * share);
    return static_cast<std::ptrdiff_t>((3 + group.size()) * sizeof words[0]);
  }
  const perf_event_mmap_page* map(int) override { return nullptr; }
  void unmap(const perf_event_mmap_page*) override {}
  bool has_rdpmc() const override { return false; }
  std::uint64_t rdpmc(std::uint32_t) const override { return 0; }
  std::uint64_t rdtsc() const override { return 0; }
  std::optional<int> paranoid() override { return 2; }

 private:
  struct Breakpoint {
    std::uintptr_t address;
    int count;
  };
  std::map<int, std::vector<Breakpoint>> groups_;
  std::uint64_t time_ = 0;
};

// One operation as the CPU would see it: the body of each site of an enabled marker.
void operate(DebugRegisters& machine) {
  std::map<const tt_marker*, unsigned> before;
  for (const tt_site& site : site_records())
    if (std::string_view("test_call") == target_of<const char>(site.variant))
      before[target_of<tt_marker>(site.marker)] = target_of<tt_marker>(site.marker)->hits;
  through_call(7);
  for (const tt_site& site : site_records())
    if (const auto found = before.find(target_of<tt_marker>(site.marker)); found != before.end())
      machine.executed(target_of<const void>(site.code),
                       static_cast<int>(found->first->hits - found->second));
}

BreakpointHits count(DebugRegisters& machine) {
  static int step = 0;
  return count_breakpoint_hits(machine, "test_call", [&] { operate(machine); }, kExpected,
                               {&step, [&] { machine.executed(&step); }});
}

TEST(BreakpointHits, AllSitesOfAMarkerAreAddedUp) {
  DebugRegisters machine;
  const BreakpointHits hits = count(machine);
  EXPECT_EQ(hits.per_op, kExpected);
  EXPECT_EQ(hits.none, "");
  EXPECT_EQ(machine.most_open, 4U);
}

// A debugger holds some of the registers: the sites take turns on the others.
TEST(BreakpointHits, FewerRegistersCountTheSame) {
  for (const std::size_t registers : {1, 2, 3}) {
    DebugRegisters machine;
    machine.registers = registers;
    EXPECT_EQ(count(machine).per_op, kExpected) << registers;
    EXPECT_EQ(machine.most_open, registers);
  }
}

TEST(BreakpointHits, WithoutRegistersThereIsAReason) {
  DebugRegisters machine;
  machine.registers = 0;
  const BreakpointHits hits = count(machine);
  EXPECT_TRUE(hits.per_op.empty());
  EXPECT_EQ(hits.none,
            "no debug register is free (ENOSPC): a debugger or another tracer holds them");
  DebugRegisters forbidden;
  forbidden.opening_error = EPERM;
  EXPECT_NE(count(forbidden).none.find("EPERM"), std::string::npos);
}

// A hypervisor that lets the registers be written and never raises the exception: 0 hits an
// operation would stand against the probes' count as if the probes were wrong.
TEST(BreakpointHits, RegistersThatNeverFireAreNotBelieved) {
  DebugRegisters machine;
  machine.share = 0;
  const BreakpointHits hits = count(machine);
  EXPECT_TRUE(hits.per_op.empty());
  EXPECT_EQ(hits.none,
            "known-answer test: a breakpoint counted 0 of 8 executions: the debug registers match "
            "nothing in this machine");
  machine.share = 2;
  EXPECT_EQ(count(machine).none, "known-answer test: a breakpoint counted 16 of 8 executions");
}

// The timed blocks that follow must find the markers as they were.
TEST(BreakpointHits, MarkersAreDormantAgain) {
  const auto enabled = [] {
    int count = 0;
    for (const tt_site& site : site_records())
      if (site.marker != 0) count += target_of<tt_marker>(site.marker)->state;
    return count;
  };
  DebugRegisters machine;
  EXPECT_EQ(count(machine).per_op, kExpected);
  EXPECT_EQ(enabled(), 0);
  static int step = 0;
  int operations = 0;
  const auto failing = [&] {
    if (++operations == 2) throw std::runtime_error("failed");
  };
  EXPECT_THROW(count_breakpoint_hits(machine, "test_call", failing, kExpected,
                                     {&step, [&] { machine.executed(&step); }}),
               std::runtime_error);
  EXPECT_EQ(enabled(), 0);
}

// What the probes counted and what the CPU counted are both reported; neither is put right.
TEST(BreakpointHits, ADifferenceFromTheProbesIsKept) {
  DebugRegisters machine;
  static int step = 0;
  const BreakpointHits hits =
      count_breakpoint_hits(machine, "test_call", [&] { operate(machine); },
                            {{"often", 7}, {"rare", 1}}, {&step, [&] { machine.executed(&step); }});
  EXPECT_EQ(hits.per_op, kExpected);
}

TEST(BreakpointHits, RealOnesCountWhatTheProbesDo) {
  const BreakpointHits hits = count_breakpoint_hits(
      perf_kernel(), "test_call", [] { through_call(7); }, kExpected);
  if (!hits.none.empty()) GTEST_SKIP() << hits.none;
  EXPECT_EQ(hits.per_op, kExpected);
}

// A breakpoint on `rep movs` fires once an iteration.
TEST(BreakpointHits, RepeatedStringInstructionsAreFound) {
  const auto repeated = [](std::vector<std::uint8_t> code) { return is_repeated(code); };
  EXPECT_TRUE(repeated({0xf3, 0x48, 0xa5}));         // rep movsq
  EXPECT_TRUE(repeated({0xf3, 0xaa}));               // rep stosb
  EXPECT_TRUE(repeated({0x66, 0xf2, 0xaf}));         // repne scasw
  EXPECT_FALSE(repeated({0x48, 0xa5}));              // movsq, once
  EXPECT_FALSE(repeated({0xf3, 0x0f, 0x1e, 0xfa}));  // endbr64
  EXPECT_FALSE(repeated({0xf3, 0x90}));              // pause
  EXPECT_FALSE(repeated({0xf3, 0x0f, 0x10, 0x05}));  // movss
  EXPECT_FALSE(repeated({0x48, 0x8d, 0x3d}));        // lea
  EXPECT_FALSE(repeated({}));
  EXPECT_FALSE(repeated({0xf3}));
}

}  // namespace
}  // namespace tracetoll
