// x86-64 machine code as plain values.
//
// decode() accounts for every byte: a byte that starts no instruction becomes an `unknown` of one
// byte, so the sizes always add up to what was asked for. What Capstone 4.0.2 decodes wrong is put
// right in disassembly.cpp, each case with its reason.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tracetoll {

// Where control goes after an instruction.
enum class Flow { next, conditional, jump, call, ret, stop };  // stop: ud2, hlt, int3, unknown

// General registers 0 to 15 in the order of the encoding: rax rcx rdx rbx rsp rbp rsi rdi r8 ...
// r15.
inline constexpr int kRsp = 4;
inline constexpr int kRbp = 5;

struct Instruction {
  std::uint64_t address = 0;
  int size = 0;
  std::string mnemonic;  // "mov", "rep stosq"; "unknown" for a byte that starts no instruction
  Flow flow = Flow::next;
  bool nop = false;  // does nothing in every x86-64: not endbr64, which does where CET is on
  bool unknown = false;
  std::optional<std::uint64_t> target;  // of a direct jump or call

  // The memory operand. lea and NOPs access none; neither is the stack slot of push, pop and call
  // one.
  bool reads_memory = false;
  bool writes_memory = false;
  int memory_bytes = 0;
  std::optional<int> base;  // its base, if a general register; also that of a lea
  bool indexed = false;     // it has an index
  std::int64_t displacement = 0;
  std::optional<std::uint64_t> data_address;  // its address, if rip-relative; also that of a lea

  std::optional<int> pushed;       // the register of a push
  bool pop = false;                // of a register or memory
  std::optional<int> destination;  // the register of a mov or lea
  std::optional<int> source;       // the register of a mov from one
  std::optional<int> tested;       // the register of `test r,r`
  bool compares_zero = false;      // cmp $0, memory
  bool frame_pointer = false;      // mov %rsp,%rbp or lea n(%rsp),%rbp: %rbp points into the stack
  std::uint32_t written = 0;       // bit r: writes general register r, or a part of it

  std::uint64_t end() const { return address + static_cast<std::uint64_t>(size); }
};

class Disassembler {
 public:
  Disassembler();
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  // All bytes, in order: the sizes of the result sum to bytes.size().
  std::vector<Instruction> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tracetoll
