#include "text_memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "hexadecimal.hpp"
#include "stubs.hpp"

namespace tracetoll::patch {
namespace {

constexpr std::uintptr_t kGap = 256;
constexpr std::uintptr_t kLongest = 4096;  // the kernel copies a page at a time

std::uintptr_t end_of(const TextBytes& text) {
  return text.address + text.bytes.size();
}

bool is_there(const TextBytes& text) {
  return std::memcmp(reinterpret_cast<const void*>(text.address), text.bytes.data(),
                     text.bytes.size()) == 0;
}

}  // namespace

std::vector<Run> neighbours(std::span<const TextBytes> list) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < list.size(); i++) {
    const bool joins = !runs.empty() && list[i].address - end_of(list[i - 1]) <= kGap &&
                       end_of(list[i]) - list[runs.back().first].address <= kLongest;
    if (joins)
      runs.back().last = i + 1;
    else
      runs.push_back({i, i + 1});
  }
  return runs;
}

TextMemory::TextMemory() : memory_(::open("/proc/self/mem", O_RDWR | O_CLOEXEC)) {
  if (!memory_)
    throw PatchError{std::string("/proc/self/mem cannot be opened (") + std::strerror(errno) +
                     "), so no code can be changed"};
}

void TextMemory::write(std::span<const TextBytes> list) const {
  std::vector<TextBytes> changed;
  changed.reserve(list.size());
  std::ranges::copy_if(list, std::back_inserter(changed),
                       [](const TextBytes& text) { return !is_there(text); });
  std::vector<std::uint8_t> buffer;
  for (const Run run : neighbours(changed)) {
    const std::uintptr_t begin = changed[run.first].address;
    const auto* now = reinterpret_cast<const std::uint8_t*>(begin);
    buffer.assign(now, now + (end_of(changed[run.last - 1]) - begin));
    for (std::size_t i = run.first; i < run.last; i++)
      std::ranges::copy(changed[i].bytes,
                        buffer.begin() + static_cast<std::ptrdiff_t>(changed[i].address - begin));
    write_one({begin, buffer});
  }
}

void TextMemory::write_one(const TextBytes& text) const {
  const ssize_t written = ::pwrite(memory_.get(), text.bytes.data(), text.bytes.size(),
                                   static_cast<off_t>(text.address));
  if (written == static_cast<ssize_t>(text.bytes.size())) return;
  throw PatchError{"the code at " + hexadecimal(text.address) +
                   " cannot be written through /proc/self/mem (" +
                   (written < 0 ? std::strerror(errno) : "in part only") +
                   "): the kernel's proc_mem.force_override, a seccomp filter or a security module "
                   "forbids it"};
}

}  // namespace tracetoll::patch
