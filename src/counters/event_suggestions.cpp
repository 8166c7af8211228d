#include "event_suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cause_events.hpp"
#include "generic_events.hpp"
#include "libpfm.hpp"
#include "nearest_names.hpp"

namespace tracetoll {
namespace {

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// The nearest; of an event that exists, with a unit mask that does not, its own unit masks.
std::vector<std::string> nearest_of_event(const std::string& name,
                                          const std::vector<std::string>& known) {
  constexpr std::size_t kMost = 5;
  const std::string event = name.substr(0, name.find(':')) + ":";
  std::vector<std::string> masks;
  for (const std::string& one : known)
    if (one.starts_with(event)) masks.push_back(one);
  if (name.find(':') == std::string::npos || masks.empty()) return nearest(name, known);
  std::vector<std::string> near = nearest(name, masks);
  if (!near.empty()) return near;
  masks.resize(std::min(masks.size(), kMost));
  return masks;
}

}  // namespace

std::string printable(const std::string& text) {
  std::string shown = text.substr(0, 100);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return text.size() > shown.size() ? shown + "..." : shown;
}

std::string unknown_event(const std::string& name, const std::vector<std::string>& known) {
  const std::size_t colons = name.find("::");
  const std::string prefix = colons == std::string::npos ? "" : name.substr(0, colons + 2);
  const std::string meant = lower(name.substr(prefix.size(), 100));
  std::map<std::string, std::string> as_written;  // by its lower-case form
  std::vector<std::string> candidates;
  for (const std::string& one : known)
    if (as_written.emplace(lower(one), one).second) candidates.push_back(lower(one));
  std::vector<std::string> near = nearest_of_event(meant, candidates);
  for (std::string& one : near) one = as_written.at(one).insert(0, prefix);
  if (!near.empty())
    return fmt::format("unknown event '{}'; did you mean {}?", printable(name),
                       fmt::join(near, ", "));
  return fmt::format(
      "unknown event '{}'; there are perf's (perf list), libpfm4's (showevtinfo) and "
      "raw ones (rNNN)",
      printable(name));
}

std::vector<std::string> events_of_cpu(const CpuModel& cpu) {
  std::vector<std::string> names = generic_event_names();
  for (const CauseEvent& row : cause_events(cpu.cpu)) names.emplace_back(row.name);
  for (const libpfm::Pmu& pmu : libpfm::pmus()) {
    const bool is_own = cpu.cpu == Cpu::kUnknown
                            ? pmu.is_core && pmu.is_present
                            : std::ranges::find(cpu.pmus, pmu.name) != cpu.pmus.end();
    if (!is_own) continue;
    for (std::string& event : libpfm::events_of(pmu.name)) names.push_back(std::move(event));
  }
  return names;
}

}  // namespace tracetoll
