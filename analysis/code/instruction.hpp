// Machine code as plain values, the same for x86-64 and arm64.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tracetoll {

enum class Machine { x86_64, arm64 };
const char* name_of(Machine machine);  // "x86-64"

// Where control goes after an instruction.
enum class Flow { next, conditional, jump, call, ret, stop };  // stop: ud2, hlt, int3, unknown

// A set of registers: bits 0 to 31 general registers in the order of the encoding (x86-64: rax rcx
// rdx rbx rsp rbp rsi rdi r8 ... r15; arm64: x0 to x30, 31 is sp), bits 32 to 63 vector registers
// (xmm0 to xmm31, v0 to v31), whatever their width.
using RegisterSet = std::uint64_t;
inline constexpr int kFirstVector = 32;
constexpr RegisterSet bit(int reg) {
  return RegisterSet{1} << reg;
}

inline constexpr int kRsp = 4;
inline constexpr int kRbp = 5;

// What the calling convention says (System V x86-64 psABI 3.2.1; AAPCS64 6.1).
struct Registers {
  int stack;                 // the stack pointer
  int frame;                 // the frame pointer, where a function has one
  RegisterSet callee_saved;  // a function keeps them for its caller; x30 of arm64 among them
  RegisterSet clobbered;     // a call may change them
  RegisterSet arguments;     // a call may read them
  RegisterSet results;       // a return may leave something in them
};
const Registers& registers(Machine machine);

struct Instruction {
  std::uint64_t address = 0;
  int size = 0;
  std::string mnemonic;  // "mov", "rep stosq"; "unknown" for bytes that start no instruction
  Flow flow = Flow::next;
  bool nop = false;  // does nothing in every CPU: not endbr64 or bti, which do where they are on
  // Bytes that start no instruction, and `stop`; on arm64 also a word whose group is known to hold
  // no branches, as SVE, and `next`. What Capstone does not name and we know has a name without
  // operands, "(vex)" and "(evex)" for AVX.
  bool unknown = false;
  std::optional<std::uint64_t> target;  // of a direct jump or call

  // The memory operand. lea, adr, prefetches and NOPs access none; neither is the stack slot of
  // push, pop and call one. base and displacement are also those of a lea, and of arm64's add and
  // sub of an immediate, which are the same: destination = base + displacement. A string
  // instruction with two operands (movs, cmps) shows the one that Intel's order puts last.
  bool reads_memory = false;
  bool writes_memory = false;
  int memory_bytes = 0;
  std::optional<int> base;   // its base, if a general register
  bool indexed = false;      // it has an index
  std::optional<int> index;  // which, if a general register
  int scale = 1;             // by which it is multiplied
  std::int64_t displacement = 0;
  // Its address, if rip-relative or literal; also that of a lea, an adr or an adrp.
  std::optional<std::uint64_t> data_address;

  std::optional<int> pushed;  // the register of a push
  bool pop = false;           // of a register or memory
  // The register of a mov, movzx or lea; on arm64 of a load of one, adr, adrp, movz, movn, add and
  // sub of an immediate.
  std::optional<int> destination;
  std::optional<int> source;   // the register of a mov from one; on arm64 of a store of one too
  std::optional<int> tested;   // the register of `test r,r`, or of cbz and cbnz
  bool compares_zero = false;  // cmp $0, memory
  bool frame_pointer = false;  // makes the frame pointer point into the stack

  // Those it reads, those of addresses among them, and those it writes, or a part of them. What an
  // instruction keeps of a register whose part it writes is not read (mov to %al, sqrtsd), except
  // where that is its purpose (movhps, pinsrq, movk, bfi, ld1 of an element, a merging mask). Nor
  // is the register that xor, sub, sbb, pxor or pcmpeq names twice. The arguments of a call or
  // system call are not in `read`, what it may clobber is not in `written`, flags are in neither.
  // push, pop, call and ret read and write the stack pointer; vzeroupper writes nothing.
  RegisterSet read = 0;
  RegisterSet written = 0;
  RegisterSet kept = 0;  // of those written it keeps the rest: mov to %al, not to %eax
  // Callee-saved registers that it stores to the stack or loads from there, whole: by push and pop,
  // or through the stack pointer without an index. A spill looks the same: where it stands decides.
  // Through the frame pointer is left to callers, who know whether rbp or x29 is one: by base,
  // source and destination.
  RegisterSet saved = 0;
  RegisterSet restored = 0;
  // Bytes by which it lowers the stack pointer; negative: raises. 0 too where that is not in the
  // instruction (leave, and $-32,%rsp, sub %rax,%rsp): these have the stack pointer in `written`,
  // as have call and ret, which are 0 because they come in pairs.
  std::int64_t stack_drop = 0;
  bool conditional_move = false;  // cmov, fcmov, csel, csinc, fcsel; not setcc, cset
  // Works on packed elements: arithmetic, comparisons, shifts, conversions, logic of integers
  // (paddd, vfmadd231ps, add v0.4s, addv). Not moves, shuffles, broadcasts and encryption; not
  // `pxor x,x`; not the logic of floats (andps), with which scalars change their sign.
  bool vector = false;

  std::uint64_t end() const { return address + static_cast<std::uint64_t>(size); }
};

}  // namespace tracetoll
