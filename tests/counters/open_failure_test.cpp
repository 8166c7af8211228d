#include "open_failure.hpp"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <set>

namespace tracetoll {
namespace {

Event cycles() {
  Event event;
  event.type = PERF_TYPE_HARDWARE;
  event.config = PERF_COUNT_HW_CPU_CYCLES;
  return event;
}

Event other(bool kernel = false) {
  Event event;
  event.type = PERF_TYPE_RAW;
  event.config = 0x1c4;
  event.kernel = kernel;
  return event;
}

// The kernel's answer is the same: one is a matter of the machine, the other of the event.
TEST(OpenFailure, NoPmuIsToldFromNoSuchEvent) {
  EXPECT_EQ(open_failure({ENOENT, cycles(), 1, 2}), "no PMU (ENOENT)");
  EXPECT_EQ(open_failure({ENOENT, other(), 1, 2}), "no such event on this PMU (ENOENT)");
}

// "lower it" helps nobody who does not know what it is, or whom it is not the reason for.
TEST(OpenFailure, ParanoidIsNamedWithItsValueAndWhatIsNeeded) {
  EXPECT_EQ(open_failure({EACCES, other(true), 1, 2}),
            "not permitted (EACCES): kernel.perf_event_paranoid is 2; 1 or less is needed to count "
            "the kernel");
  EXPECT_EQ(open_failure({EACCES, other(), 1, 3}),
            "not permitted (EACCES): kernel.perf_event_paranoid is 3; 2 or less is needed");
  EXPECT_EQ(open_failure({EACCES, other(), 1, 4}),
            "not permitted (EACCES): kernel.perf_event_paranoid is 4; 2 or less is needed");
  EXPECT_EQ(open_failure({EACCES, other(), 1, 2}),
            "not permitted (EACCES), although kernel.perf_event_paranoid is 2: a security module "
            "forbids it");
  EXPECT_EQ(open_failure({EACCES, other(), 1, std::nullopt}),
            "not permitted (EACCES): set kernel.perf_event_paranoid to 2 or less");
}

// moby/moby#43163: containers answer either, and the remedy is not the sysctl.
TEST(OpenFailure, SeccompIsNamedForBothOfItsAnswers) {
  const std::string eperm = open_failure({EPERM, other(), 1, 2});
  const std::string enosys = open_failure({ENOSYS, other(), 1, 2});
  EXPECT_NE(eperm.find("seccomp"), std::string::npos);
  EXPECT_NE(enosys.find("seccomp"), std::string::npos);
  EXPECT_NE(eperm, enosys);
}

TEST(OpenFailure, EinvalIsOfTheGroupOrOfTheEvent) {
  EXPECT_EQ(open_failure({EINVAL, other(), 5, 2}),
            "the PMU cannot hold these 5 events in one group (EINVAL)");
  EXPECT_EQ(open_failure({EINVAL, other(), 1, 2}), "this PMU cannot count this event (EINVAL)");
}

TEST(OpenFailure, EachErrorHasALineOfItsOwn) {
  Event breakpoint;
  breakpoint.type = PERF_TYPE_BREAKPOINT;
  std::set<std::string> lines = {open_failure({ENOSPC, breakpoint, 1, 2})};
  const auto errors = {ENOENT, EACCES, EPERM,  ENOSYS,     ENOSPC, EINVAL,
                       EMFILE, EBUSY,  ENODEV, EOPNOTSUPP, E2BIG,  EFAULT};
  for (const int error : errors) {
    const std::string line = open_failure({error, other(), 1, 2});
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    lines.insert(line);
  }
  EXPECT_EQ(lines.size(), errors.size() + 1);
}

}  // namespace
}  // namespace tracetoll
