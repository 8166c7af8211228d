#include "entry_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "nop_bytes.hpp"
#include "serialize.hpp"
#include "stage.hpp"

// What an entry calls: the function's arguments are in registers, and all are as they were when it
// returns. A probe in C would need them saved, as __fentry__ of the kernel does.
extern "C" {
extern unsigned long tt_entry_hits;
unsigned long tt_entry_hits = 0;
void tt_entry_nothing();
void tt_entry_counts();
}
__asm__(
    ".pushsection .text.tt_entry,\"ax\",@progbits\n"
    ".p2align 4\n"
    ".type tt_entry_nothing, @function\n"
    "tt_entry_nothing: ret\n"
    ".size tt_entry_nothing, . - tt_entry_nothing\n"
    ".p2align 4\n"
    ".type tt_entry_counts, @function\n"
    "tt_entry_counts: incq tt_entry_hits(%rip)\n"
    "ret\n"
    ".size tt_entry_counts, . - tt_entry_counts\n"
    ".popsection\n");

namespace tracetoll {

namespace {

// g++ writes five of one byte, clang one with a displacement of 8, which no manual recommends.
bool is_dormant(std::span<const unsigned char, 5> bytes) {
  constexpr unsigned char kClang[5] = {0x0f, 0x1f, 0x44, 0x00, 0x08};
  return are_nops(bytes) || std::ranges::equal(bytes, kClang);
}

}  // namespace

EntryCalls::EntryCalls(const char* variant, std::span<const std::uintptr_t> sites)
    : variant_(variant), memory_(::open("/proc/self/mem", O_RDWR | O_CLOEXEC)) {
  if (!memory_)
    throw StageError(
        fmt::format("/proc/self/mem: cannot be opened ({}), so no site of {} can be "
                    "switched on",
                    std::strerror(errno), variant));
  for (const std::uintptr_t address : sites) {
    if (address == 0) continue;
    Site site{address, {}};
    std::memcpy(site.dormant, reinterpret_cast<const void*>(address), kSize);
    if (!is_dormant(site.dormant))
      throw StageError(
          fmt::format("{}: at {:#x} are not five bytes of NOP; it stays off", variant, address));
    sites_.push_back(site);
  }
}

// Through another address: the text is never writable. The int3 of a patch under threads is not
// needed, since the only one is here.
void EntryCalls::write(const Site& site, const unsigned char* bytes) const {
  const auto written = ::pwrite(memory_.get(), bytes, kSize, static_cast<off_t>(site.address));
  if (written != static_cast<ssize_t>(kSize))
    throw StageError(fmt::format("{}: the text cannot be written through /proc/self/mem ({})",
                                 variant_, std::strerror(errno)));
}

std::size_t EntryCalls::on(SwitchedProbe probe) {
  const auto to = reinterpret_cast<std::uintptr_t>(
      probe == SwitchedProbe::counts ? tt_entry_counts : tt_entry_nothing);
  for (const Site& site : sites_) {
    // All in one executable, which is smaller than a call reaches.
    const auto distance = static_cast<std::int32_t>(to - (site.address + kSize));
    unsigned char call[kSize] = {0xe8};
    std::memcpy(call + 1, &distance, sizeof distance);
    write(site, call);
  }
  serialize();
  return sites_.size();
}

void EntryCalls::off() {
  for (const Site& site : sites_) write(site, site.dormant);
  serialize();
}

unsigned long entry_hits() {
  return tt_entry_hits;
}

}  // namespace tracetoll
