#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "contrast.hpp"
#include "effects.hpp"

namespace tracetoll {
namespace {

constexpr double kSecondsBetween = 0.5;
constexpr std::size_t kUsualColumns = 80;

// The figure that the run is made for: the call (or the last variant) on the last workload.
std::string present_figure(const Samples& samples) {
  const Context& context = samples.context;
  const std::string& workload = context.workloads.back().name;
  const bool has_call = std::ranges::find(context.variants, "call") != context.variants.end();
  const std::string variant = has_call ? "call" : context.variants.back();
  std::vector<Block> blocks;
  std::ranges::copy_if(samples.blocks, std::back_inserter(blocks), [&](const Block& block) {
    return block.workload == workload && (block.variant == variant || block.variant == kBaseline);
  });
  const auto layouts = effects_by_layout(process_ratios(blocks, Clock::kCpu));
  const Estimate estimate = estimate_contrast(
      {{variant, 1}}, layouts, Rule(kDefaultLevel, samples.context.target_percent > 0));
  if (!estimate.interval) return {};
  return fmt::format("{} {} {:+.1f} % [{:+.1f}, {:+.1f}]", workload, variant,
                     estimate.interval->value, estimate.interval->low, estimate.interval->high);
}

// Of the terminal at `fd`.
std::size_t columns_of(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsualColumns;
}

}  // namespace

std::string progress_line(double seconds, double budget_seconds, const Samples& samples,
                          std::size_t columns) {
  std::set<int> replicates;
  for (const Block& block : samples.blocks) replicates.insert(block.replicate);
  const std::string what = fmt::format("{} replicate{}  {}", replicates.size(),
                                       replicates.size() == 1 ? "" : "s", present_figure(samples));
  return progress_line(seconds, budget_seconds, what, columns);
}

std::string progress_line(double seconds, double budget_seconds, const std::string& what,
                          std::size_t columns) {
  const std::string line = fmt::format("{:.0f} s, {:.0f} s left  {}", seconds,
                                       std::max(0.0, budget_seconds - seconds), what);
  return line.substr(0, columns - 1);  // the last column would wrap
}

Progress::Progress(int fd, double budget_seconds)
    : fd_(fd), budget_(budget_seconds), terminal_(::isatty(fd) == 1) {}

void Progress::show(double seconds, const Samples& samples) {
  if (is_due(seconds)) write_line(progress_line(seconds, budget_, samples, columns_of(fd_)));
}

void Progress::show(double seconds, const std::string& what) {
  if (is_due(seconds)) write_line(progress_line(seconds, budget_, what, columns_of(fd_)));
}

bool Progress::is_due(double seconds) {
  if (!terminal_ || seconds < next_) return false;
  next_ = seconds + kSecondsBetween;
  return true;
}

void Progress::write_line(const std::string& line) {
  const std::string text = "\r\033[K" + line;
  [[maybe_unused]] const auto written = ::write(fd_, text.data(), text.size());
}

void Progress::clear() {
  if (!terminal_ || next_ == 0) return;
  next_ = 0;
  [[maybe_unused]] const auto written = ::write(fd_, "\r\033[K", 4);
}

}  // namespace tracetoll
