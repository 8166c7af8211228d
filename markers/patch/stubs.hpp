// Stubs: what the NOP of a site (TT_BY_STUB) is patched to jump to.
//
// A stub is 30 bytes of code near its site, and data beside it that can be written:
//
//     lea  -128(%rsp),%rsp      over the red zone
//     push next(%rip)           where the site goes on: for whoever unwinds, this is the return
//     address call *common(%rip)        stub_common.S, which has unwind information: saves,
//     arguments, probe lea  136(%rsp),%rsp jmp  next
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

// A stub for the site whose next instruction is at `next`, within reach of a jump from it. Throws
// PatchError when there is no memory in reach, or it cannot be made executable.
Stub* make_stub(const void* next);
const void* entry_of(const Stub* stub);

// Of sites whose module is gone. No thread may be in it.
void free_stub(Stub* stub);

// From now on, who comes through the stub calls the probe. The stub must have none. `arguments` as
// the probe's third and further arguments. Throws PatchError.
void attach(Stub* stub, const struct tt_probe& probe, struct tt_marker* marker,
            const std::vector<Argument>& arguments);

// From now on, who comes through calls nothing. What was attached is freed when all threads have
// left it: here, or in a later call of this or of free_attachments().
void detach(Stub* stub);

// Frees what no thread can see any more; returns how many detached attachments are left.
std::size_t free_attachments();

}  // namespace tracetoll::patch
