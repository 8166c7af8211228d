// arm64: a NOP becomes a branch, and back, by one store of four bytes.
//
// An aligned instruction is fetched as a whole, and NOP and B are among those that may replace each
// other while another core executes them: it executes the one or the other (Arm ARM, B2.2.5,
// "Concurrent modification and execution of instructions"). Nothing has to come in between, and
// nothing traps. The kernel makes the store, through /proc/self/mem: its memcpy copies four aligned
// bytes by one instruction, so each site is a write of its own. It also cleans and invalidates the
// caches; membarrier makes every core fetch anew before the call returns.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "cores.hpp"
#include "hexadecimal.hpp"
#include "text_edit.hpp"
#include "text_memory.hpp"

namespace tracetoll::patch {
namespace {

constexpr std::size_t kSize = 4;
constexpr std::uint32_t kNop = 0xd503201f;
constexpr std::uint32_t kBranch = 0x14000000;  // B: imm26 in words
constexpr std::int64_t kReach = std::int64_t{1} << 27;

// qemu-user (7.2) keeps what it has translated until the program itself changes the mapping:
// this call changes nothing, and on a processor it does nothing.
void tell_emulator(std::uintptr_t address) {
  const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto* page = reinterpret_cast<void*>(address / size * size);
  static_cast<void>(::mremap(page, size, size, 0));
}

void write(std::span<const TextEdit> edits, std::array<std::uint8_t, 5> TextEdit::*wanted) {
  const TextMemory memory;
  const Cores cores;
  for (const TextEdit& edit : edits) {
    auto* code = reinterpret_cast<char*>(edit.address);
    memory.write_one({edit.address, Bytes((edit.*wanted).data(), edit.size)});
    __builtin___clear_cache(code, code + kSize);
    tell_emulator(edit.address);
  }
  cores.synchronize();
}

}  // namespace

TextEdit enabling_edit(const Site& site, std::uintptr_t jump_to) {
  if (site.kind != TT_BY_JUMP)
    throw PatchError{site.text() +
                     " cannot be switched on arm64, where only static_key is patched"};
  if (site.code_end - site.code != kSize || site.code % kSize != 0)
    throw PatchError{site.text() + " is no NOP of four bytes: its record says " +
                     std::to_string(site.code_end - site.code)};
  const auto distance = static_cast<std::int64_t>(jump_to - site.code);
  if (distance < -kReach || distance >= kReach || distance % 4 != 0)
    throw PatchError{site.text() + " is farther than 128 MiB from " + hexadecimal(jump_to)};
  const std::uint32_t branch = kBranch | (static_cast<std::uint32_t>(distance >> 2) & 0x03ffffff);
  TextEdit edit{site.code, kSize, {}, {}};
  std::memcpy(edit.from.data(), &kNop, kSize);
  std::memcpy(edit.to.data(), &branch, kSize);
  return edit;
}

void edit_text(std::span<const TextEdit> edits) {
  if (edits.empty()) return;
  try {
    write(edits, &TextEdit::to);
  } catch (PatchError& error) {
    try {
      write(edits, &TextEdit::from);
    } catch (const PatchError& second) {
      error.message += "; and not all sites could be put back: " + second.message;
    }
    throw;
  }
}

void set_trap_addresses(std::vector<std::uintptr_t>) {}

}  // namespace tracetoll::patch
