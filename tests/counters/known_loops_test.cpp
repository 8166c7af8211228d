// The self-test's loops, stepped through instruction by instruction: what they say that they
// execute is what every hardware counter is judged by.
#include "known_loops.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>

namespace tracetoll {
namespace {

struct Executed {
  std::int64_t instructions = 0, branches = 0, loads = 0, stores = 0, nops = 0;
};

#if defined(__x86_64__)

std::int64_t times(const KnownLoop& loop, Known known) {
  return static_cast<std::int64_t>(answer(loop, known));
}

// By the bytes of the few instructions that the loops have; others (the calls around the loop) only
// as instructions.
void add(Executed& executed, unsigned long code) {
  const auto byte = [code](int i) { return static_cast<unsigned>(code >> (8 * i)) & 0xff; };
  const bool in_memory = byte(2) < 0xc0;  // ModRM's mode after REX and opcode
  ++executed.instructions;
  const bool has_rex = (byte(0) & 0xf8) == 0x48;
  executed.branches += byte(0) == 0x75 || (byte(0) == 0x0f && byte(1) == 0x85);  // jnz
  executed.nops += byte(0) == 0x90;
  executed.loads += has_rex && byte(1) == 0x8b && in_memory;   // mov (%r), %rax
  executed.stores += has_rex && byte(1) == 0x89 && in_memory;  // mov %rax, (%r)
}

bool step(pid_t child, int& status) {
  return ::ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0 &&
         ::waitpid(child, &status, 0) == child && WIFSTOPPED(status);
}

// Between the child's two stops; nothing where it cannot be traced.
std::optional<Executed> executed(const KnownLoop& loop, std::uint64_t steps) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(1);
    ::raise(SIGSTOP);
    loop.run(steps);
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  int status = 0;
  std::optional<Executed> result;
  if (::waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    result.emplace();
    while (step(child, status) && WSTOPSIG(status) == SIGTRAP) {
      const long address =
          ::ptrace(PTRACE_PEEKUSER, child, offsetof(user_regs_struct, rip), nullptr);
      const long code = ::ptrace(PTRACE_PEEKTEXT, child, address, nullptr);
      add(*result, static_cast<unsigned long>(code));
    }
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return result;
}

TEST(KnownLoops, ExecuteWhatTheySay) {
  for (const KnownLoop& loop : kKnownLoops) {
    const auto some = executed(loop, 10);
    const auto more = executed(loop, 30);
    if (!some || !more) GTEST_SKIP() << "no process can be traced here";
    EXPECT_EQ(more->instructions - some->instructions, 20 * times(loop, Known::kInstructions))
        << loop.name;
    EXPECT_EQ(more->branches - some->branches, 20 * times(loop, Known::kBranches)) << loop.name;
    EXPECT_EQ(more->loads - some->loads, 20 * times(loop, Known::kLoads)) << loop.name;
    EXPECT_EQ(more->stores - some->stores, 20 * times(loop, Known::kStores)) << loop.name;
    EXPECT_EQ(more->nops - some->nops, 20 * times(loop, Known::kNops)) << loop.name;
  }
}

#endif

}  // namespace
}  // namespace tracetoll
