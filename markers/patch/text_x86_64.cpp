// x86-64: a NOP of five bytes becomes a jump of five, and back, as Linux does it (text_poke_bp() in
// arch/x86/kernel/alternative.c):
//
//     int3 on the first byte of each   then every core serialises
//     the four other bytes             then every core serialises
//     the first byte                   then every core serialises
//
// A thread that comes by in between hits the int3 and is sent on behind the site, as if the site
// were dormant (trap_handler.hpp). All sites of a call go through each step together.
//
// Not one aligned 8-byte store, although the NOPs of patch_call lie within a cache line: what is
// written through /proc/self/mem is copied by the kernel with no promise of more than a byte at a
// time; and for code that another core may be executing, Intel's manual (volume 3A, "Handling Self-
// and Cross-Modifying Code") promises nothing before that core has serialised. An int3 of one byte
// is old or new, never half, and both are right.
//
// What follows from it: a debugger that is attached sees the SIGTRAPs (gdb: handle SIGTRAP nostop
// noprint pass); and a thread that blocks SIGTRAP would be killed by an int3, so that with such a
// thread nothing is changed.
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>

#include "blocked_signals.hpp"
#include "cores.hpp"
#include "hexadecimal.hpp"
#include "text_edit.hpp"
#include "text_memory.hpp"
#include "trap_handler.hpp"

namespace tracetoll::patch {
namespace {

constexpr std::array<std::uint8_t, kNopSize> kNop = {0x0f, 0x1f, 0x44, 0x00, 0x00};
constexpr std::uint8_t kInt3[] = {0xcc};
constexpr std::uint8_t kJump = 0xe9;

// mov $0,%al to %bh, or with a REX prefix %spl to %r15b.
bool is_move_of_a_byte(Bytes code) {
  if (code.size() == 3 && (code[0] & 0xf0) == 0x40) code = code.subspan(1);
  return code.size() == 2 && (code[0] & 0xf8) == 0xb0;
}

TextEdit immediate_edit(const Site& site) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(site.code);
  const std::size_t size = site.code_end - site.code;
  if (size > 3 || !is_move_of_a_byte({code, size}))
    throw PatchError{site.text() + " is no move of a byte: its bytes are " +
                     hexadecimal(code, size < 8 ? size : 8)};
  TextEdit edit{site.code_end - 1, 1, {}, {}};
  edit.to[0] = 1;
  return edit;
}

// A thread that starts or ends blocks every signal for a moment, in glibc.
void refuse_threads_that_block_traps() {
  constexpr int kTries = 100;
  for (int i = 0;; i++) {
    const auto thread = other_thread_that_blocks(SIGTRAP);
    if (!thread) return;
    if (i == kTries)
      throw PatchError{*thread +
                       " blocks SIGTRAP, and would be killed if it ran into a site that "
                       "is being changed: let it unblock that signal"};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// All edits' sites become `wanted`, a member of TextEdit, in the steps above.
void write_in_steps(std::span<const TextEdit> edits,
                    std::array<std::uint8_t, 5> TextEdit::*wanted) {
  const TextMemory memory;
  const Cores cores;
  std::vector<TextBytes> breakpoints, tails, firsts;
  for (auto* list : {&breakpoints, &tails, &firsts}) list->reserve(edits.size());
  for (const TextEdit& edit : edits) {
    const Bytes bytes((edit.*wanted).data(), edit.size);
    firsts.push_back({edit.address, bytes.first(1)});
    if (edit.size == 1) continue;
    breakpoints.push_back({edit.address, kInt3});
    tails.push_back({edit.address + 1, bytes.subspan(1)});
  }
  if (!breakpoints.empty()) {
    install_trap_handler();
    memory.write(breakpoints);
    cores.synchronize();
    memory.write(tails);
    cores.synchronize();
  }
  memory.write(firsts);
  cores.synchronize();
}

// After a failure. What cannot be put back is an int3 that acts as a NOP.
void put_back(std::span<const TextEdit> edits) {
  std::vector<TextEdit> changed;
  for (const TextEdit& edit : edits)
    if (std::memcmp(reinterpret_cast<const void*>(edit.address), edit.from.data(), edit.size) != 0)
      changed.push_back(edit);
  if (!changed.empty()) write_in_steps(changed, &TextEdit::from);
}

}  // namespace

TextEdit enabling_edit(const Site& site, std::uintptr_t jump_to) {
  if (site.kind == TT_BY_IMMEDIATE) return immediate_edit(site);
  if (site.code_end - site.code != kNop.size())
    throw PatchError{site.text() + " is no NOP of five bytes: its record says " +
                     std::to_string(site.code_end - site.code)};
  TextEdit edit{site.code, kNopSize, kNop, {kJump}};
  const auto distance = static_cast<std::int64_t>(jump_to - site.code_end);
  const auto offset = static_cast<std::int32_t>(distance);
  if (offset != distance)
    throw PatchError{site.text() + " is farther than 2 GiB from " + hexadecimal(jump_to)};
  std::memcpy(edit.to.data() + 1, &offset, sizeof offset);
  return edit;
}

void edit_text(std::span<const TextEdit> edits) {
  if (edits.empty()) return;
  refuse_threads_that_block_traps();
  try {
    write_in_steps(edits, &TextEdit::to);
  } catch (PatchError& error) {
    try {
      put_back(edits);
    } catch (const PatchError& second) {
      error.message += "; and not all sites could be put back: " + second.message;
    }
    throw;
  }
}

}  // namespace tracetoll::patch
