#include "event_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/perf_event.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "cause_events.hpp"
#include "error.hpp"
#include "event_suggestions.hpp"
#include "generic_events.hpp"
#include "libpfm.hpp"
#include "top_down.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kLongestName = 200;

struct Name {
  std::string base;
  std::string modifier;  // "u", "k", "uk", or ""
};

bool is_modifier(std::string_view text) {
  return text == "u" || text == "k" || text == "uk" || text == "ku";
}

// The name and its modifier; one is enough.
Name split(const std::string& name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string::npos || !is_modifier(std::string_view(name).substr(colon + 1)))
    return {name, ""};
  std::string base = name.substr(0, colon);
  const std::size_t before = base.rfind(':');
  if (before != std::string::npos && is_modifier(std::string_view(base).substr(before + 1)))
    throw InputError(fmt::format("event '{}' has two modifiers; write :u, :k or :uk", name));
  return {std::move(base), name.substr(colon + 1)};
}

void check_text(const std::string& name) {
  if (name.empty()) throw InputError("an event has no name; write one such as cycles");
  if (name.size() > kLongestName)
    throw InputError(fmt::format("an event's name has {} characters ('{}...'); the longest has {}",
                                 name.size(), printable(name.substr(0, 40)), kLongestName));
  const auto is_odd = [](char c) { return c <= ' ' || c > '~'; };
  if (std::ranges::any_of(name, is_odd))
    throw InputError(
        fmt::format("event '{}' has a blank, a control character or one outside ASCII "
                    "in its name",
                    printable(name)));
  if (name.front() == ':') throw InputError(fmt::format("event '{}' has no name before ':'", name));
  if (name.find('/') != std::string::npos)
    throw InputError(fmt::format(
        "event '{}': the pmu/.../ form is not understood; write rNNN or a libpfm4 name", name));
}

// The event's modes and name, by the modifier.
ParsedEvent with_modifier(Event event, const std::string& modifier) {
  const bool is_kernels = event.type == PERF_TYPE_SOFTWARE && event.kernel;
  if (modifier == "u" && is_kernels)
    return {std::nullopt, event.name + " happen in the kernel: in user mode alone there are none"};
  if (!modifier.empty()) {
    event.user = modifier.find('u') != std::string::npos;
    event.kernel = modifier.find('k') != std::string::npos;
  }
  if (modifier == "k") event.name += ":k";
  if (modifier.size() == 2) event.name += ":uk";
  return {std::move(event), {}};
}

// Nothing for a name that is not raw ("ref-cycles").
std::optional<Event> raw_event(const std::string& name) {
  if (name.front() != 'r') return std::nullopt;
  std::string_view digits = std::string_view(name).substr(1);
  if (digits.starts_with("0x")) digits.remove_prefix(2);
  if (digits.empty())
    throw InputError(fmt::format("event '{}' needs hexadecimal digits, as r1c4", name));
  if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
    return std::nullopt;
  Event event;
  event.name = name;
  event.type = PERF_TYPE_RAW;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), event.config, 16);
  if (error != std::errc{})
    throw InputError(fmt::format("event '{}' has more than the 64 bits of a raw event", name));
  return event;
}

// What the table knows of an encoding, whatever the name it came by.
void add_knowledge(Event& event, Cpu cpu) {
  if (event.type != PERF_TYPE_RAW) return;
  const CauseEvent* row = row_of_encoding(cpu, event.config, event.config1);
  if (row == nullptr) return;
  event.known = row->known;
  event.speculative = row->speculative;
}

std::optional<ParsedEvent> cause_event(const Name& name, const CpuModel& cpu) {
  for (const CauseEvent& row : cause_events(cpu.cpu))
    if (name.base == row.name) return with_modifier(event_of(row), name.modifier);
  const std::string others = cpus_with(name.base);
  if (others.empty()) return std::nullopt;
  for (const MissingEvent& missing : missing_events(cpu.cpu))
    if (name.base.starts_with(missing.name))
      return ParsedEvent{std::nullopt, fmt::format("{}: {}", name.base, missing.reason)};
  return ParsedEvent{std::nullopt,
                     fmt::format("{} is an event of {}; this is {}", name.base, others, cpu.name)};
}

// Whether this is (one of) the CPU's own PMU. Of a CPU that our table lacks, what libpfm4 finds.
bool is_own(const libpfm::Pmu& pmu, const CpuModel& cpu) {
  if (!pmu.is_core) return false;
  if (cpu.cpu == Cpu::kUnknown) return pmu.is_present;
  return std::ranges::find(cpu.pmus, pmu.name) != cpu.pmus.end();
}

ParsedEvent libpfm_event(const Name& name, const libpfm::Encoding& encoding, Cpu cpu) {
  if (encoding.is_wrong)
    return {std::nullopt, fmt::format("libpfm4 gives {:#x} for {}, which is another event: write "
                                      "the event of the CPU's manual as rNNN",
                                      encoding.config, name.base)};
  Event event;
  event.name = name.base;
  event.type = encoding.type;
  event.config = encoding.config;
  event.config1 = encoding.config1;
  event.config2 = encoding.config2;
  add_knowledge(event, cpu);
  return with_modifier(std::move(event), name.modifier);
}

// "pmu::EVENT:MASK"
ParsedEvent prefixed_event(const Name& name, const CpuModel& cpu) {
  if (const std::string missing = libpfm::missing(); !missing.empty())
    return {std::nullopt, fmt::format("{}: {}", name.base, missing)};
  const std::string prefix = name.base.substr(0, name.base.find("::"));
  for (const libpfm::Pmu& pmu : libpfm::pmus()) {
    if (strcasecmp(pmu.name.c_str(), prefix.c_str()) != 0) continue;
    if (!pmu.is_core)
      return {std::nullopt,
              fmt::format("{} ({}) counts for a whole socket or package, not for a thread",
                          pmu.name, pmu.description)};
    const auto encoding = libpfm::encode(name.base);
    if (!encoding) throw InputError(unknown_event(name.base, libpfm::events_of(pmu.name)));
    if (is_own(pmu, cpu)) return libpfm_event(name, *encoding, cpu.cpu);
    return {std::nullopt,
            fmt::format("{} is an event of {}; this is {}", name.base, pmu.description, cpu.name)};
  }
  throw InputError(fmt::format("event '{}': there is no PMU '{}'; for this CPU leave it out",
                               name.base, prefix));
}

// "this is Skylake"; or, where libpfm4's silence says nothing of the CPU, that.
std::string here(const CpuModel& cpu) {
  const std::vector<libpfm::Pmu> pmus = libpfm::pmus();
  const auto is_of_cpu = [&cpu](const libpfm::Pmu& pmu) { return is_own(pmu, cpu); };
  const bool is_known = std::ranges::any_of(pmus, is_of_cpu);
  return fmt::format("this is {}{}", cpu.name,
                     is_known ? "" : ", whose events this libpfm4 does not have: write rNNN");
}

// "EVENT:MASK", of this CPU; or the reason if it is another CPU's. Nothing if it is no CPU's.
std::optional<ParsedEvent> bare_libpfm_event(const Name& name, const CpuModel& cpu) {
  std::vector<std::string> others;
  for (const libpfm::Pmu& pmu : libpfm::pmus()) {
    if (!pmu.is_core) continue;
    const auto encoding = libpfm::encode(pmu.name + "::" + name.base);
    if (!encoding) continue;
    if (is_own(pmu, cpu)) return libpfm_event(name, *encoding, cpu.cpu);
    others.push_back(pmu.name);
  }
  if (others.empty()) return std::nullopt;
  constexpr std::size_t kMost = 4;
  const bool has_more = others.size() > kMost;
  if (has_more) others.resize(kMost);
  return ParsedEvent{std::nullopt,
                     fmt::format("{} is an event of {}{}; {}", name.base, fmt::join(others, ", "),
                                 has_more ? "..." : "", here(cpu))};
}

// "MEM_INST_RETIRED:ALL_LOADS", as no name of the other kinds is written.
bool is_like_libpfm(const std::string& name) {
  return std::ranges::none_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

// A last component that is no modifier, behind a name that takes nothing else: "cycles:q".
void check_tail(const Name& name) {
  const std::size_t colon = name.base.rfind(':');
  if (colon == std::string::npos || name.base.find("::") != std::string::npos) return;
  const std::string front = name.base.substr(0, colon);
  if (generic_event(front) || !cpus_with(front).empty() || raw_event(front))
    throw InputError(fmt::format("event '{}': no modifier '{}'; write :u, :k or :uk", name.base,
                                 name.base.substr(colon + 1)));
}

}  // namespace

ParsedEvent parse_event(const std::string& text, const CpuModel& cpu) {
  check_text(text);
  const Name name = split(text);
  if (auto event = generic_event(name.base)) return with_modifier(*event, name.modifier);
  if (auto parsed = cause_event(name, cpu)) return *parsed;
  if (auto event = raw_event(name.base)) {
    add_knowledge(*event, cpu.cpu);
    return with_modifier(*event, name.modifier);
  }
  check_tail(name);
  if (name.base.find("::") != std::string::npos) return prefixed_event(name, cpu);
  if (auto parsed = bare_libpfm_event(name, cpu)) return *parsed;
  if (const std::string missing = libpfm::missing(); !missing.empty() && is_like_libpfm(name.base))
    return {std::nullopt, fmt::format("{}: {}", name.base, missing)};
  throw InputError(unknown_event(name.base, events_of_cpu(cpu)));
}

std::vector<std::string> usual_events(const CpuModel& cpu) {
  std::vector<std::string> names = {"cycles", "instructions", "branches", "branch-misses"};
  const bool has_top_down = no_top_down(cpu).empty();
  for (const CauseEvent& row : cause_events(cpu.cpu))
    if (row.usual && (row.cause != EventCause::kTopDown || has_top_down))
      names.emplace_back(row.name);
  return names;
}

}  // namespace tracetoll
