// Stubs: what the NOP of a site (TT_BY_STUB) is patched to jump to.
//
// A stub is 30 bytes of code near its site, and data beside it that can be written:
//
//     add  $-128,%rsp       over the red zone
//     push next(%rip)       where the site goes on: to an unwinder, the return address
//     call *common(%rip)    stub_common.S, with unwind information: saves, arguments, probe
//     add  $136,%rsp
//     jmp  next
//
// All functions are for one caller at a time.
//
// A stub lives as long as its site's module: a thread may be in it, at any instruction, whenever
// its site was ever enabled. What a probe is, and how its arguments are found, is an Attachment,
// which is freed when no thread can see it any more.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "argument.hpp"
#include "patch.h"

namespace tracetoll::patch {

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

}  // namespace tracetoll::patch
