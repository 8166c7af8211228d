#include "disturbance.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace tracetoll {
namespace {

double one_pass_ns() {
  constexpr int kSteps = 1000;
  std::uint64_t value = 1;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kSteps; ++i) {
    value = value * 6364136223846793005U + 1;
    __asm__ volatile("" : "+r"(value));  // each step is made, and in order
  }
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(end - begin).count();
}

}  // namespace

Whereabouts whereabouts() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return {::sched_getcpu(), usage.ru_nivcsw};
}

double calibrated_loop_ns() {
  const double first = one_pass_ns();
  return std::min(first, one_pass_ns());
}

std::optional<std::int64_t> steal_ticks(std::string_view stat_line) {
  constexpr int kStealColumn = 8;  // after "cpu"
  std::string_view rest = stat_line.substr(0, stat_line.find('\n'));
  if (!rest.starts_with("cpu ")) return std::nullopt;
  for (int column = 0; column < kStealColumn; ++column) {
    const std::size_t space = rest.find(' ');
    const std::size_t next = rest.find_first_not_of(' ', space);
    if (space == std::string_view::npos || next == std::string_view::npos) return std::nullopt;
    rest = rest.substr(next);
  }
  std::int64_t ticks = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), ticks);
  if (error != std::errc{} || ticks < 0) return std::nullopt;
  return ticks;
}

StealClock::StealClock() : stat_(::open("/proc/stat", O_RDONLY | O_CLOEXEC)), last_(read()) {}

std::optional<double> StealClock::since_last() {
  const auto now = read();
  const auto before = std::exchange(last_, now);
  if (!now || !before || *now < *before) return std::nullopt;
  const double tick_ns = 1e9 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return static_cast<double>(*now - *before) * tick_ns;
}

std::optional<std::int64_t> StealClock::read() const {
  std::array<char, 256> line{};
  const ssize_t size = stat_ ? ::pread(stat_.get(), line.data(), line.size(), 0) : -1;
  if (size <= 0) return std::nullopt;
  return steal_ticks({line.data(), static_cast<std::size_t>(size)});
}

}  // namespace tracetoll
