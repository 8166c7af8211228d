// Two threads pass sites while they are switched on and off: each pass while a site is on is one
// call with the right arguments, each pass while it is off none, and one during the change at most
// one. Passes are counted by the threads, calls by the probe.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "marked.hpp"
#include "probes.hpp"

namespace tracetoll::patch_test {
namespace {

using Clock = std::chrono::steady_clock;

// Of all variants together. Ten seconds for each are run by hand.
double storm_seconds() {
  const char* text = std::getenv("TT_STORM_SECONDS");
  return text == nullptr ? 1.0 : std::atof(text);
}

// Grows with each change: off, changing, on, changing, off...
enum class Phase { off, to_on, on, to_off };
constexpr unsigned kPhases = 4;
Phase phase_of(unsigned step) {
  return static_cast<Phase>(step % kPhases);
}

struct Seen {
  unsigned long on = 0, off = 0, changing = 0;  // passes
  unsigned long lost = 0, unasked = 0, doubled = 0, torn = 0;
  unsigned long calls = 0, calls_while_changing = 0;
};

void note(unsigned before, unsigned after, const Calls& calls, Seen& seen) {
  seen.torn += calls.wrong;
  seen.calls += calls.right;
  seen.doubled += calls.right > 1 ? 1 : 0;
  if (before == after && phase_of(before) == Phase::on) {
    seen.on++;
    seen.lost += calls.right == 0 ? 1 : 0;
  } else if (before == after && phase_of(before) == Phase::off) {
    seen.off++;
    seen.unasked += calls.right;
  } else {
    seen.changing++;
    seen.calls_while_changing += calls.right;
  }
}

class Storm {
 public:
  explicit Storm(const Marked& variant) : variant_(variant) {
    for (Seen& seen : seen_) threads_.emplace_back([this, &seen] { run(seen); });
  }
  ~Storm() { stop(); }

  void change(Phase to) {
    while (phase_of(step_.load()) != to) step_.fetch_add(1);
  }
  // Until both threads have passed a site since.
  void let_pass() const {
    for (std::size_t i = 0; i < 2; i++)
      for (const unsigned long before = passes_[i].load(); passes_[i].load() < before + 2;)
        std::this_thread::yield();
  }
  const std::vector<Seen>& stop() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    return seen_;
  }

 private:
  void run(Seen& seen) {
    std::atomic<unsigned long>& passes = passes_[static_cast<std::size_t>(&seen - seen_.data())];
    take_calls();
    for (unsigned long number = 0; !stop_.load(std::memory_order_relaxed); number++) {
      const unsigned before = step_.load();
      number % 3 == 0 ? variant_.pass_copy(number, number % 2 == 0) : variant_.pass(number);
      const Calls calls = take_calls();
      note(before, step_.load(), calls, seen);
      passes.store(number);
    }
  }

  const Marked& variant_;
  std::atomic<unsigned> step_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<unsigned long> passes_[2] = {};
  std::vector<Seen> seen_{2};
  std::vector<std::thread> threads_;
};

void run_storm(const Marked& variant, double seconds) {
  Storm storm(variant);
  const std::string pattern = std::string(variant.variant) + ":passed*";
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  unsigned long toggles = 0;
  do {
    storm.change(Phase::to_on);
    ASSERT_EQ(tt_attach(pattern.c_str(), &counting), 4) << tt_error();
    storm.change(Phase::on);
    if (toggles % 8 == 0) storm.let_pass();
    storm.change(Phase::to_off);
    ASSERT_EQ(tt_detach(pattern.c_str()), 4) << tt_error();
    storm.change(Phase::off);
    if (toggles % 8 == 0) storm.let_pass();
    toggles++;
  } while (Clock::now() < end);

  Seen all;
  for (const Seen& seen : storm.stop()) {
    EXPECT_EQ(seen.torn, 0U);
    EXPECT_EQ(seen.lost, 0U);
    EXPECT_EQ(seen.unasked, 0U);
    EXPECT_EQ(seen.doubled, 0U);
    EXPECT_EQ(seen.calls, seen.on + seen.calls_while_changing);
    EXPECT_GT(seen.on, 0U);
    EXPECT_GT(seen.off, 0U);
    all.on += seen.on;
    all.off += seen.off;
    all.changing += seen.changing;
    all.calls += seen.calls;
  }
  std::printf("%-16s %lu toggles; passes: %lu on, %lu off, %lu while it changed; %lu calls\n",
              variant.variant, toggles, all.on, all.off, all.changing, all.calls);
}

TEST(Storm, NoCallIsLostTornOrUnasked) {
  const std::vector<Marked> variants = switchable_marked();
  const bool by_hand = std::getenv("TT_STORM_SECONDS") != nullptr;
  for (const Marked& each : variants) {
    SCOPED_TRACE(each.variant);
    run_storm(each,
              by_hand ? storm_seconds() : storm_seconds() / static_cast<double>(variants.size()));
  }
  EXPECT_EQ(tt_missed(), 0U);
}

}  // namespace
}  // namespace tracetoll::patch_test
