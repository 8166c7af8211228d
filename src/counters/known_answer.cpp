#include "known_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tracetoll {
namespace {

constexpr std::array<std::uint64_t, 3> kSteps = {kKnownSteps, kKnownSteps, 2 * kKnownSteps};
constexpr std::int64_t kJump = std::int64_t{1} << 31;

// One run of a loop, between two readings.
struct Run {
  const KnownLoop* loop;
  std::uint64_t steps;
  CounterReading before, after;
};

// What one event counted in one run, and what is right.
struct Answer {
  const KnownLoop* loop;
  std::uint64_t raw;  // the reading after
  std::int64_t counted;
  std::int64_t right;
};

std::int64_t most(std::int64_t right, const Event& event) {
  const auto expected = static_cast<double>(right);
  const std::int64_t dispatched = event.speculative ? 2'048 : 0;
  if (event.kernel) return std::llround(expected * 1.01) + 50'000 + dispatched;
  return dispatched + (right == 0 ? 256 : std::llround(expected * 1.001) + 64);
}

bool is_right(std::int64_t counted, std::int64_t right, const Event& event) {
  return counted >= right && counted <= most(right, event);
}

// A multiple of 2^31 too many or too few, in words; empty when it is none.
std::string jump_of(const Answer& answer, const Event& event) {
  const std::int64_t slack = most(answer.right, event) - answer.right;
  const std::int64_t error = answer.counted - answer.right;
  const std::int64_t jumps = std::llround(static_cast<double>(error - slack / 2) / kJump);
  if (jumps == 0 || std::abs(error - slack / 2 - jumps * kJump) > slack) return {};
  if (std::abs(jumps) == 1) return "2^31";
  return std::abs(jumps) == 2 ? "2^32" : fmt::format("{} times 2^31", std::abs(jumps));
}

std::string stuck(const std::vector<Answer>& answers) {
  const bool moved = std::ranges::any_of(answers, &Answer::counted);
  if (moved || answers.empty()) return {};
  const std::uint64_t raw = answers.back().raw;
  return raw == 0 ? "reads zero" : fmt::format("is frozen at {}", raw);
}

std::string cycles_failure(const std::vector<Answer>& answers) {
  for (const Answer& answer : answers)
    if (answer.counted <= 0 || answer.counted >= kJump / 2)
      return fmt::format("counted {} in a loop of {} steps", answer.counted, kKnownSteps);
  const std::int64_t shorter = std::min(answers[0].counted, answers[1].counted);
  if (answers[2].counted > shorter) return {};
  return fmt::format("counted {} for a loop, and {} for one of twice the length", shorter,
                     answers[2].counted);
}

// The answers of the loops that execute the event; `idle` are the others'.
std::string count_failure(const std::vector<Answer>& answers, const std::vector<Answer>& idle,
                          const Event& event) {
  const auto right = [&](const Answer& answer) {
    return is_right(answer.counted, answer.right, event);
  };
  if (std::ranges::all_of(answers, right) && std::ranges::all_of(idle, right)) return {};
  for (const auto* some : {&answers, &idle})
    for (const Answer& answer : *some)
      if (const std::string jump = jump_of(answer, event); !jump.empty()) return "jumps by " + jump;
  const auto twice = [&](const Answer& answer) {
    return is_right(answer.counted, 2 * answer.right, event);
  };
  if (std::ranges::all_of(answers, twice)) return "counts twice";
  const auto wrong = std::ranges::find_if_not(answers, right);
  if (wrong != answers.end()) return fmt::format("counted {} of {}", wrong->counted, wrong->right);
  const auto false_one = std::ranges::find_if_not(idle, right);
  return fmt::format("counted {} in the loop of {}, which has none", false_one->counted,
                     false_one->loop->name);
}

std::string failure_of(const Event& event, std::size_t index, const std::vector<Run>& runs) {
  std::vector<Answer> answers, idle;
  for (const Run& run : runs) {
    const bool of_branches = run.loop == &kKnownLoops.front();
    if (event.known == Known::kCycles && !of_branches) continue;
    const Answer one = {
        run.loop, run.after.values[index],
        static_cast<std::int64_t>(run.after.values[index] - run.before.values[index]),
        static_cast<std::int64_t>(answer(*run.loop, event.known) * run.steps)};
    (one.right > 0 || event.known == Known::kCycles ? answers : idle).push_back(one);
  }
  if (std::string failure = stuck(answers); !failure.empty()) return failure;
  return event.known == Known::kCycles ? cycles_failure(answers)
                                       : count_failure(answers, idle, event);
}

}  // namespace

bool has_known_answer(const Event& event) {
  return event.user && event.known != Known::kCycles && event.known != Known::kNothing;
}

KnownAnswers known_answers(CounterSource& source, const RunLoop& run) {
  const std::vector<Event>& events = source.events();
  std::vector<Run> runs;
  for (const KnownLoop& loop : kKnownLoops) {
    for (const std::uint64_t steps : kSteps) {
      Run& one = runs.emplace_back(Run{&loop, steps, {}, {}});
      one.before = source.read();
      run(loop, steps);
      one.after = source.read();
      if (const auto failure = times_failure(events.size(), one.before, one.after);
          !failure.empty())
        return {"known-answer test: " + failure, {}};
    }
  }
  KnownAnswers answers;
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::string failure;
    if (has_known_answer(events[i]) || (events[i].known == Known::kCycles && events[i].user))
      failure = failure_of(events[i], i, runs);
    answers.events.push_back(
        failure.empty() ? "" : fmt::format("known-answer test: {} {}", events[i].name, failure));
  }
  return answers;
}

}  // namespace tracetoll
