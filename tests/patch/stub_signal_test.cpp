// Sites in signal handlers, which interrupt anything.
#include <gtest/gtest.h>
#include <sys/time.h>

#include <array>
#include <csetjmp>
#include <csignal>
#include <thread>

#include "stub_marked.hpp"
#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

volatile unsigned long in_loop = 0;
volatile unsigned long in_handler = 0;
volatile unsigned long handled = 0;

void count_loop(tt_marker*, const char*, int, int) {
  in_loop = in_loop + 1;
}
void count_handler(tt_marker*, const char*, int) {
  in_handler = in_handler + 1;
}

void hit_in_handler(int) {
  handled = handled + 1;
  marked_deep(2);
}

class Timer {
 public:
  explicit Timer(int flags) {
    struct sigaction action {};
    action.sa_handler = hit_in_handler;
    action.sa_flags = flags;
    sigaction(SIGALRM, &action, &before_);
    const itimerval every = {{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &every, nullptr);
  }
  ~Timer() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ {};
};

// Each handler's site calls its probe or counts as missed, and each hit of the loop calls.
void expect_none_is_lost(int flags) {
  const SwitchedSite loop("leaf", probe_of(count_loop, TT_SAVES_VECTORS));
  const SwitchedSite handler("deep", probe_of(count_handler, TT_SAVES_VECTORS));
  in_loop = 0;
  in_handler = 0;
  handled = 0;
  const unsigned long missed = tt_missed();
  unsigned long hits = 0;
  {
    const Timer timer(flags);
    while (handled < 500) {
      ++hits;
      EXPECT_EQ(marked_leaf(static_cast<int>(hits & 0xffff)),
                static_cast<int>(hits & 0xffff) * 3 + 1);
    }
  }
  EXPECT_EQ(in_loop, hits);
  EXPECT_EQ(in_handler + (tt_missed() - missed), handled);
  EXPECT_GT(in_handler, 0u);
}

TEST(StubSignal, ASiteInAHandlerIsCalledOrMissedAndTheInterruptedOneGoesOn) {
  expect_none_is_lost(0);
}

TEST(StubSignal, TheSameOnAnAlternateStack) {
  static std::array<char, 1 << 16> stack;
  const stack_t alternate = {stack.data(), 0, stack.size()};
  stack_t before{};
  sigaltstack(&alternate, &before);
  expect_none_is_lost(SA_ONSTACK);
  sigaltstack(&before, nullptr);
}

// A handler on a stack that is above the interrupted probe's, and one that is below.
void raise_in_probe(tt_marker*, const char*, int) {
  std::raise(SIGUSR1);
}

TEST(StubSignal, ASiteInAHandlerThatInterruptsAProbeIsMissedOnEitherSide) {
  struct sigaction action {};
  action.sa_handler = hit_in_handler;
  action.sa_flags = SA_ONSTACK;
  struct sigaction before {};
  sigaction(SIGUSR1, &action, &before);
  const SwitchedSite outer("outer", probe_of(raise_in_probe, TT_SAVES_VECTORS));
  const SwitchedSite deep("deep", probe_of(count_handler, TT_SAVES_VECTORS));
  in_handler = 0;
  handled = 0;
  const unsigned long missed = tt_missed();
  std::array<char, 1 << 16> above;
  alignas(16) static std::array<char, 1 << 16> below;
  for (char* stack : {above.data(), below.data()}) {
    std::thread([stack] {
      const stack_t alternate = {stack, 0, 1 << 16};
      sigaltstack(&alternate, nullptr);
      marked_caller(1);
    }).join();
  }
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_EQ(handled, 2u);
  EXPECT_EQ(in_handler, 0u);
  EXPECT_EQ(tt_missed() - missed, 2u);
}

sigjmp_buf back;
void jump_out(int) {
  siglongjmp(back, 1);
}
void raise_and_count(tt_marker*, const char*, int) {
  in_loop = in_loop + 1;
  std::raise(SIGUSR2);
}

TEST(StubSignal, AHandlerMayJumpOutOfAProbe) {
  struct sigaction action {};
  action.sa_handler = jump_out;
  struct sigaction before {};
  sigaction(SIGUSR2, &action, &before);
  const SwitchedSite outer("outer", probe_of(raise_and_count, TT_SAVES_VECTORS));
  in_loop = 0;
  for (int i = 0; i < 20; ++i)
    if (sigsetjmp(back, 1) == 0) marked_caller(1);
  sigaction(SIGUSR2, &before, nullptr);
  EXPECT_EQ(in_loop, 20u);
}

// The first site of a thread is in a handler: it takes its record there.
TEST(StubSignal, TheFirstSiteOfAThreadMayBeInAHandler) {
  const SwitchedSite deep("deep", probe_of(count_handler, TT_SAVES_VECTORS));
  struct sigaction action {};
  action.sa_handler = hit_in_handler;
  struct sigaction before {};
  sigaction(SIGUSR1, &action, &before);
  in_handler = 0;
  std::thread([] { pthread_kill(pthread_self(), SIGUSR1); }).join();
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_EQ(in_handler, 1u);
}

}  // namespace
}  // namespace tracetoll::patch
