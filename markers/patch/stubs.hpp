// Stubs: what the NOP of a site (TT_BY_STUB) is patched to jump to.
//
// A stub is 30 bytes of code near its site, and data beside it that can be written:
//
//     lea  -128(%rsp),%rsp      over the red zone
//     push next(%rip)           where the site goes on: for whoever unwinds, this is the return
//     address call *common(%rip)        stub_common.S, which has unwind information: saves,
//     arguments, probe lea  136(%rsp),%rsp jmp  next
//
// All functions are for one caller at a time.
//
// A stub lives as long as its site's module: a thread may be in it, at any instruction, whenever
// its site was ever enabled. What a probe is, and how its arguments are found, is an Attachment,
// which is freed when no thread can see it any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "patch.h"

namespace tracetoll::patch {

// Where a stub finds one argument of its probe.
struct Argument {
  enum class In : std::uint8_t {
    constant,          // `offset` is the value
    general_register,  // `number` as DWARF numbers them: 0 rax, 1 rdx, 2 rcx, 3 rbx, 4 rsi, 5 rdi,
                       // 6 rbp, 7 rsp, 8 to 15; from its byte `offset` on (1 for %ah)
    vector_register,   // `number`: 0 to 15, xmm0 to xmm15; its low bytes
    memory,            // at `offset` from the general register `number`, as it is at the site
    address,           // the address itself: general register `number` + `offset`
    absolute_memory,   // at the address `offset`
    dereferenced,      // at `second_offset` from the pointer that is in memory at `offset` from
                       // `number`
  };
  In in = In::constant;
  int number = 0;
  int size = 8;            // 1, 2, 4 or 8 bytes; what is wider is cut
  bool is_signed = false;  // an integer is extended to its register
  bool is_float = false;   // float or double
  std::int64_t offset = 0;
  std::int64_t second_offset = 0;
};

// The arguments in an operand text (operands.h). A "?" (no operand) is an entry of `missing`, by
// its position. Throws PatchError when the text is not understood.
struct Operands {
  std::vector<Argument> arguments;
  std::vector<std::size_t> missing;
};
Operands parse_operands(const std::string& text);

struct Stub;

// Stubs for the sites whose next instructions are at `next`, each within reach of a jump from
// there, in that order. The more at once, the less each takes. Throws PatchError, and makes none,
// when there is no memory in reach or it cannot be made executable. Who makes a site jump to its
// stub must make all processors serialise (membarrier SYNC_CORE) in between, as for any code that
// is new.
std::vector<Stub*> make_stubs(const std::vector<const void*>& next);
Stub* make_stub(const void* next);

// Where the site is to jump, with what is attached now: to be asked after attach(), since with
// TT_STOP_AT_JUMP it is the jump back.
const void* entry_of(const Stub* stub);

// Of sites whose module is gone. No thread may be in it.
void free_stub(Stub* stub);

// From now on, who comes through the stub calls the probe. The stub must have none. `arguments` as
// the probe's third and further arguments. Throws PatchError.
void attach(Stub* stub, const struct tt_probe& probe, tt_marker* marker,
            const std::vector<Argument>& arguments);

// From now on, who comes through calls nothing. What was attached is freed by free_attachments().
void detach(Stub* stub);

// Frees the detached attachments that no thread can see any more; returns how many are left. One
// membarrier for all that were detached since the last call. Where the kernel has none, nothing is
// ever freed.
std::size_t free_attachments();

// Hopeless requests of the library's user: one line that says what, where, and what to do.
struct PatchError {
  std::string message;
};

}  // namespace tracetoll::patch
