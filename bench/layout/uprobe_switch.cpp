#define TT_MARKER_HEADER "none.h"
#include "uprobe_switch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

#include "open_failure.hpp"
#include "perf_kernel.hpp"
#include "site_records.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGroup = "tracetoll_";
constexpr std::uint8_t kNop = 0x90;

std::string find_tracefs() {
  for (const char* folder : {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"})
    if (std::error_code error; fs::exists(fmt::format("{}/uprobe_events", folder), error))
      return folder;
  throw StageError(
      "no uprobe_events in /sys/kernel/tracing: tracefs is not mounted (mount -t tracefs tracefs "
      "/sys/kernel/tracing), not allowed to this user, or the kernel has no uprobes");
}

void append(const std::string& file, const std::string& line) {
  const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (fd && ::write(fd.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()))
    return;
  throw StageError(fmt::format("{}: no uprobe can be made ({})", file, std::strerror(errno)));
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Where an address of the program lies in its file.
struct FileOffset {
  std::uintptr_t address = 0;
  std::optional<std::uint64_t> offset;
};

int find_offset(dl_phdr_info* object, std::size_t /*size*/, void* data) {
  auto& wanted = *static_cast<FileOffset*>(data);
  for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || wanted.address < begin ||
        wanted.address >= begin + segment.p_filesz)
      continue;
    wanted.offset = wanted.address - begin + segment.p_offset;
  }
  return 1;  // the program is the first: no other is looked at
}

std::uint64_t file_offset(const void* address) {
  FileOffset wanted{reinterpret_cast<std::uintptr_t>(address), {}};
  ::dl_iterate_phdr(find_offset, &wanted);
  if (!wanted.offset) throw StageError("a site lies outside the program's file");
  return *wanted.offset;
}

std::vector<UprobePlace> places_of(std::string_view variant) {
  std::vector<UprobePlace> places;
  for (const tt_site& site : site_records()) {
    if (variant != target_of<const char>(site.variant)) continue;
    const auto* code = target_of<const std::uint8_t>(site.code);
    const auto* nop = target_of<const std::uint8_t>(site.code_end) - 1;
    if (site.kind != TT_NEVER || site.code == site.code_end || nop < code || *nop != kNop)
      throw StageError("its sites are not USDT's: a NOP of one byte");
    const bool has_semaphore = site.target != 0;
    places.push_back(
        {file_offset(nop), has_semaphore ? file_offset(target_of<void>(site.target)) : 0});
  }
  if (places.empty()) throw StageError("it has no sites");
  return places;
}

std::string program() {
  const std::string path = fs::read_symlink("/proc/self/exe").string();
  if (path.find_first_of(" \t\n:") != std::string::npos)
    throw StageError(fmt::format("'{}': tracefs takes no path with spaces or colons", path));
  return path;
}

void remove_stale(const std::string& events) {
  for (const std::string& event : stale_uprobes(text_of(events))) {
    try {
      append(events, fmt::format("-:{}\n", event));
    } catch (const StageError&) {
      return;  // somebody else's, or in use
    }
  }
}

}  // namespace

std::string uprobe_definition(const std::string& event, const std::string& path,
                              const UprobePlace& place) {
  const auto semaphore = place.semaphore == 0 ? "" : fmt::format("({:#x})", place.semaphore);
  return fmt::format("p:{} {}:{:#x}{}\n", event, path, place.code, semaphore);
}

std::vector<std::string> stale_uprobes(const std::string& events,
                                       const std::string& folder_of_processes) {
  std::vector<std::string> stale;
  std::istringstream lines(events);
  for (std::string line; std::getline(lines, line);) {
    const std::string_view prefix = "p:";
    if (!line.starts_with(fmt::format("{}{}", prefix, kGroup))) continue;
    const std::string event = line.substr(prefix.size(), line.find(' ') - prefix.size());
    const std::size_t begin = std::string_view(kGroup).size();
    const std::string process = event.substr(begin, event.find('/') - begin);
    std::error_code error;
    const bool is_there = fs::exists(fmt::format("{}/{}", folder_of_processes, process), error);
    if (!is_there && std::ranges::find(stale, event) == stale.end()) stale.push_back(event);
  }
  return stale;
}

UprobeSwitch::UprobeSwitch(const std::string& variant) {
  const std::vector<UprobePlace> places = places_of(variant);
  tracefs_ = find_tracefs();
  const std::string events = tracefs_ + "/uprobe_events";
  remove_stale(events);
  event_ = fmt::format("{}{}/{}", kGroup, ::getpid(), variant);
  const std::string path = program();
  try {
    for (const UprobePlace& place : places) append(events, uprobe_definition(event_, path, place));
    std::ifstream(fmt::format("{}/events/{}/id", tracefs_, event_)) >> id_;
    if (id_ == 0) throw StageError(fmt::format("{}: has no id in tracefs", event_));
  } catch (const StageError&) {
    remove();
    throw;
  }
}

UprobeSwitch::~UprobeSwitch() {
  remove();
}

void UprobeSwitch::remove() {
  counter_.reset();
  try {
    append(tracefs_ + "/uprobe_events", fmt::format("-:{}\n", event_));
  } catch (const StageError&) {
    // The next process removes it.
  }
}

void UprobeSwitch::on() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_TRACEPOINT;
  attributes.config = id_;
  PerfKernel::Opened opened = perf_kernel().open(attributes, -1);
  if (!opened.fd) {
    OpenFailure failure;
    failure.error = opened.error;
    failure.event.type = PERF_TYPE_TRACEPOINT;
    failure.paranoid = perf_kernel().paranoid();
    throw StageError("no perf event on a uprobe: " + open_failure(failure));
  }
  counter_ = std::move(opened.fd);
  forget_hits();
}

void UprobeSwitch::off() {
  counter_.reset();
}

std::uint64_t UprobeSwitch::count() const {
  std::array<std::uint64_t, 1> words{};
  if (perf_kernel().read(counter_.get(), words) != sizeof words[0])
    throw StageError("the perf event on a uprobe cannot be read");
  return words[0];
}

std::optional<std::uint64_t> UprobeSwitch::hits() {
  return count() - forgotten_;
}

void UprobeSwitch::forget_hits() {
  forgotten_ = count();
}

}  // namespace tracetoll
