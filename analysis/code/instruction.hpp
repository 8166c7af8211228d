// Machine code as plain values, the same for x86-64 and arm64.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tracetoll {

enum class Machine { x86_64, arm64 };

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
  bool unknown = false;
  std::optional<std::uint64_t> target;  // of a direct jump or call

  // The memory operand. lea, adr and NOPs access none; neither is the stack slot of push, pop and
  // call one.
  bool reads_memory = false;
  bool writes_memory = false;
  int memory_bytes = 0;
  std::optional<int> base;   // its base, if a general register; also that of a lea
  bool indexed = false;      // it has an index
  std::optional<int> index;  // which, if a general register
  int scale = 1;             // by which it is multiplied
  std::int64_t displacement = 0;
  // Its address, if rip-relative or literal; also that of a lea, an adr or an adrp.
  std::optional<std::uint64_t> data_address;

  std::optional<int> pushed;       // the register of a push
  bool pop = false;                // of a register or memory
  std::optional<int> destination;  // the register of a mov or lea; of a load, adr or adrp on arm64
  std::optional<int> source;       // the register of a mov from one
  std::optional<int> tested;       // the register of `test r,r`, or of cbz and cbnz
  bool compares_zero = false;      // cmp $0, memory
  bool frame_pointer = false;      // makes the frame pointer point into the stack

  RegisterSet read = 0;     // those it reads, those of addresses among them; a call's arguments not
  RegisterSet written = 0;  // those it writes, or a part of them
  RegisterSet kept = 0;     // of them it keeps the rest: mov to %al, not to %eax
  RegisterSet saved = 0;  // of those read it stores to the stack: push, or mov, str, stp through sp
  RegisterSet restored = 0;       // likewise loads from the stack
  std::int64_t stack_drop = 0;    // bytes by which it lowers the stack pointer; negative: raises
  bool conditional_move = false;  // cmov, csel and their like
  bool vector = false;            // works on packed elements: paddd, vfmadd231ps, add v0.4s

  std::uint64_t end() const { return address + static_cast<std::uint64_t>(size); }
};

}  // namespace tracetoll
