#include "code_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "stubs.hpp"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace tracetoll::patch {
namespace {

constexpr std::uintptr_t kReach = (std::uintptr_t{1} << 31) - 16;  // of a jump, from its beginning
constexpr std::uintptr_t kLowest = 1 << 20;  // the kernel gives nothing below vm.mmap_min_addr
constexpr std::uintptr_t kHighest = (std::uintptr_t{1} << 47) - 4096;
// The heap grows up and the stack grows down: what is beside them is theirs.
constexpr std::uintptr_t kRoomToGrow = 128 << 20;

[[noreturn]] void fail(const std::string& what) {
  throw PatchError{what + ": " + std::strerror(errno)};
}

struct Gap {
  std::uintptr_t begin;
  std::uintptr_t end;
};

// What is not mapped, in order.
std::vector<Gap> gaps() {
  FILE* maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) fail("cannot find memory for stubs: /proc/self/maps");
  std::vector<Gap> result;
  std::uintptr_t free_from = kLowest;
  char line[4352];  // a path and what is before it
  while (std::fgets(line, sizeof(line), maps) != nullptr) {
    Gap mapping{};
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &mapping.begin, &mapping.end) != 2) continue;
    if (std::strstr(line, "[stack]") != nullptr) mapping.begin -= kRoomToGrow;
    if (std::strstr(line, "[heap]") != nullptr) mapping.end += kRoomToGrow;
    if (mapping.begin > free_from) result.push_back({free_from, mapping.begin});
    free_from = std::max(free_from, mapping.end);
  }
  std::fclose(maps);
  if (kHighest > free_from) result.push_back({free_from, kHighest});
  return result;
}

std::uintptr_t address_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

std::uintptr_t distance(std::uintptr_t a, std::uintptr_t b) {
  return a > b ? a - b : b - a;
}

// The place for `bytes` in the gap that is nearest to `near`.
std::optional<std::uintptr_t> nearest_in(const Gap& gap, std::size_t bytes, std::uintptr_t near) {
  if (gap.end - gap.begin < bytes) return std::nullopt;
  return std::clamp(near, gap.begin, gap.end - bytes) & ~std::uintptr_t{4095};
}

// In ascending distance from `near`, all in reach.
std::vector<std::uintptr_t> places(std::size_t bytes, std::uintptr_t near) {
  std::vector<std::uintptr_t> result;
  for (const Gap& gap : gaps()) {
    const std::optional<std::uintptr_t> place = nearest_in(gap, bytes, near);
    if (place && *place >= gap.begin && distance(*place, near) + bytes < kReach)
      result.push_back(*place);
  }
  std::sort(result.begin(), result.end(), [near](std::uintptr_t a, std::uintptr_t b) {
    return distance(a, near) < distance(b, near);
  });
  return result;
}

void* map_at(std::uintptr_t place, std::size_t bytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (place == 0 ? 0 : MAP_FIXED_NOREPLACE);
  void* wanted = reinterpret_cast<void*>(place);
  void* mapped = mmap(wanted, bytes, PROT_READ | PROT_EXEC, flags, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (place == 0 || mapped == wanted) return mapped;
  munmap(mapped, bytes);  // a kernel before 4.17, which takes the place as a hint
  errno = EEXIST;
  return nullptr;
}

void* map_near(std::size_t bytes, const void* near) {
  errno = ENOMEM;
  for (const std::uintptr_t place : places(bytes, address_of(near)))
    if (void* mapped = map_at(place, bytes)) return mapped;
  return nullptr;
}

}  // namespace

bool in_reach(const void* from, const void* begin, std::size_t bytes) {
  return distance(address_of(from), address_of(begin)) + bytes < kReach;
}

std::uint8_t* map_code(std::size_t code_bytes, std::size_t data_bytes, const void* near) {
  const std::size_t bytes = code_bytes + data_bytes;
  void* mapped = near == nullptr ? map_at(0, bytes) : map_near(bytes, near);
  if (mapped == nullptr)
    fail(
        "cannot map memory for stubs within 2 GiB of the site, executable; does a security policy "
        "forbid it (SELinux execmem)?");
  auto* begin = static_cast<std::uint8_t*>(mapped);
  if (data_bytes != 0 && mprotect(begin + code_bytes, data_bytes, PROT_READ | PROT_WRITE) != 0) {
    const int error = errno;
    munmap(mapped, bytes);
    errno = error;
    fail("cannot make the data of stubs writable");
  }
  return begin;
}

void write_code(void* to, const void* bytes, std::size_t count) {
  // Opened each time: a descriptor that is kept is another file's after a daemon closed all, and
  // the parent's memory after a fork.
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) fail("cannot write code: /proc/self/mem");
  const ssize_t written = pwrite(memory, bytes, count, static_cast<off_t>(address_of(to)));
  const int error = errno;
  close(memory);
  errno = error;
  if (written == static_cast<ssize_t>(count)) return;
  if (written >= 0) errno = EIO;
  fail("cannot write code through /proc/self/mem (kernel parameter proc_mem.force_override?)");
}

}  // namespace tracetoll::patch
