// Under a real filter, in a child: what is forbidden has its reason, and what needs no permission
// is counted.
#include "seccomp.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>

#include "block_counters.hpp"

namespace tracetoll {
namespace {

constexpr int kNoFilters = 77;

// What `look` returns in a child in which perf_event_open gives `error`; nothing where no filter
// can be set.
std::optional<std::string> forbidden(int error, std::string (*look)()) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) {
    if (!testing::forbid_perf_event_open(error)) ::_exit(kNoFilters);
    const std::string text = look();
    const auto written = ::write(ends[1], text.data(), text.size());
    ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text(4096, '\0');
  std::size_t size = 0;
  for (ssize_t more = 1; more > 0; size += static_cast<std::size_t>(std::max<ssize_t>(0, more)))
    more = ::read(ends[0], text.data() + size, text.size() - size);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoFilters) return std::nullopt;
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  text.resize(size);
  return text;
}

std::string reasons_and_sources() {
  const CounterSurvey survey = survey_counters(perf_kernel(), {"cycles", "instructions"});
  std::string text;
  for (const auto& [name, counter] : survey.counters)
    text += name + ": " + (counter.available ? counter.source : counter.reason) + "\n";
  return text;
}

std::string counted() {
  BlockCounters counters(perf_kernel(), {});
  counters.begin(0);
  const BlockCounts counts = counters.end();
  std::string text = counts.lost + "\n";
  for (const auto& [name, count] : counts.counters) text += name + "\n";
  return text;
}

constexpr const char* kSources =
    "page-faults: getrusage\n"
    "task-clock: clock_gettime\n";

TEST(Seccomp, EpermIsNamedAndTheSoftwareEventsComeAllTheSame) {
  const auto text = forbidden(EPERM, reasons_and_sources);
  if (!text) GTEST_SKIP() << "no seccomp filter can be set here";
  const std::string why =
      "not permitted (EPERM): a container's seccomp filter, or a security module\n";
  EXPECT_EQ(*text, "context-switches: getrusage\ncpu-migrations: sched_getcpu\ncycles: " + why +
                       "instructions: " + why + kSources);
}

TEST(Seccomp, EnosysIsNamedAndTheSoftwareEventsComeAllTheSame) {
  const auto text = forbidden(ENOSYS, reasons_and_sources);
  if (!text) GTEST_SKIP() << "no seccomp filter can be set here";
  const std::string why =
      "perf_event_open is not there (ENOSYS): a kernel without perf events, or a container's "
      "seccomp filter\n";
  EXPECT_EQ(*text, "context-switches: getrusage\ncpu-migrations: sched_getcpu\ncycles: " + why +
                       "instructions: " + why + kSources);
}

TEST(Seccomp, BlocksHaveAllSoftwareEvents) {
  for (const int error : {EPERM, ENOSYS}) {
    const auto text = forbidden(error, counted);
    if (!text) GTEST_SKIP() << "no seccomp filter can be set here";
    EXPECT_EQ(*text, "\ncontext-switches\ncpu-migrations\npage-faults\ntask-clock\n");
  }
}

}  // namespace
}  // namespace tracetoll
