// x86-64 by Capstone 4.0.2, and what it decodes wrong.
#include <algorithm>
#include <array>
#include <string_view>

#include "capstone_handle.hpp"
#include "x86_traits.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kLongest = 15;  // bytes of an instruction

// The widths of the registers that have no number in their name, in the order of the encoding.
constexpr unsigned kNamedRegisters[8][5] = {
    {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
    {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
    {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
    {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
    {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, X86_REG_SPL},
    {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_BPL},
    {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_SIL},
    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_DIL},
};

// Capstone's register to the number of the one that it is, or is part of; -1: neither a general
// nor a vector register.
constexpr auto kNumbers = [] {
  std::array<std::int8_t, X86_REG_ENDING> result{};
  result.fill(-1);
  for (int i = 0; i < 8; i++) {
    for (const unsigned id : kNamedRegisters[i]) result[id] = static_cast<std::int8_t>(i);
    // Capstone numbers r8 to r15 without a gap, one run a width.
    for (const int first : {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}) {
      result[static_cast<std::size_t>(first + i)] = static_cast<std::int8_t>(8 + i);
    }
  }
  for (int i = 0; i < 32; i++) {
    for (const int first : {X86_REG_XMM0, X86_REG_YMM0, X86_REG_ZMM0}) {
      result[static_cast<std::size_t>(first + i)] = static_cast<std::int8_t>(kFirstVector + i);
    }
  }
  return result;
}();

int number(unsigned id) {
  return id < kNumbers.size() ? kNumbers[id] : -1;
}

RegisterSet set_of(unsigned id) {
  const int reg = number(id);
  return reg < 0 ? 0 : bit(reg);
}

std::optional<int> general_register(unsigned id) {
  const int reg = number(id);
  return reg < 0 || reg >= kFirstVector ? std::nullopt : std::optional(reg);
}

bool is_register(const cs_x86_op& operand) {
  return operand.type == X86_OP_REG;
}
bool is_memory(const cs_x86_op& operand) {
  return operand.type == X86_OP_MEM;
}

bool in_group(const cs_insn& insn, unsigned group) {
  const std::span groups(insn.detail->groups, insn.detail->groups_count);
  return std::ranges::find(groups, group) != groups.end();
}

Flow flow_of(const cs_insn& insn) {
  switch (insn.id) {
    case X86_INS_LOOP:
    case X86_INS_LOOPE:
    case X86_INS_LOOPNE:
      return Flow::conditional;
    case X86_INS_JMP:
    case X86_INS_LJMP:
      return Flow::jump;
    case X86_INS_UD2:
    case X86_INS_HLT:
    case X86_INS_INT3:
      return Flow::stop;
    default:
      break;
  }
  if (in_group(insn, CS_GRP_CALL)) return Flow::call;
  if (in_group(insn, CS_GRP_RET) || in_group(insn, CS_GRP_IRET)) return Flow::ret;
  return in_group(insn, CS_GRP_JUMP) ? Flow::conditional : Flow::next;
}

bool is_evex(const cs_insn& insn) {
  return insn.bytes[0] == 0x62;
}

// Capstone numbers vpcmpneqd as vpcmpestri, which EVEX does not have.
unsigned number_of(const cs_insn& insn) {
  return insn.id == X86_INS_VPCMPESTRI && is_evex(insn) ? unsigned{X86_INS_VPCMPD} : insn.id;
}

// The operands of one instruction, and what its name says of them.
class Translation {
 public:
  Translation(const cs_insn& insn, Instruction& result)
      : id_(number_of(insn)),
        x86_(insn.detail->x86),
        operands_(x86_.operands, x86_.op_count),
        traits_(x86_traits(id_)),
        merges_by_mask_(is_evex(insn) && (insn.bytes[3] & 7) != 0 && (insn.bytes[3] & 0x80) == 0),
        result_(result) {}

  void fill() {
    result_.nop = id_ == X86_INS_NOP || exchanges_itself();
    result_.pop = id_ == X86_INS_POP;
    result_.conditional_move = traits_.conditional_move;
    for (const cs_x86_op& operand : operands_) place(operand);
    registers();
    moves();
    saves();
    drop();
  }

 private:
  bool is(std::size_t i, unsigned id) const {
    return i < operands_.size() && is_register(operands_[i]) &&
           static_cast<unsigned>(operands_[i].reg) == id;
  }

  // 66 87 c9 and its like. Of 32 bits it clears the upper half.
  bool exchanges_itself() const {
    return id_ == X86_INS_XCHG && is_register(operands_[0]) && is(1, operands_[0].reg) &&
           operands_[0].size != 4;
  }

  // xor r,r and its like, where the register's value does not matter.
  bool same_twice() const {
    const std::size_t count = operands_.size();
    return traits_.ignores_same && (count == 2 || count == 3) &&
           is_register(operands_[count - 1]) && is(count - 2, operands_[count - 1].reg);
  }

  void place(const cs_x86_op& operand) {
    if (operand.type == X86_OP_IMM && (result_.flow == Flow::conditional ||
                                       result_.flow == Flow::jump || result_.flow == Flow::call)) {
      result_.target = static_cast<std::uint64_t>(operand.imm);
    }
    if (!is_memory(operand)) return;
    if (operand.mem.base == X86_REG_RIP) {
      result_.data_address = result_.end() + static_cast<std::uint64_t>(operand.mem.disp);
    }
    if (result_.nop) return;
    result_.base = general_register(operand.mem.base);
    result_.indexed = operand.mem.index != X86_REG_INVALID;
    result_.index = general_register(operand.mem.index);
    result_.scale = operand.mem.scale;
    result_.displacement = operand.mem.disp;
    if (!traits_.touches_memory) return;
    result_.memory_bytes = operand.size;
    // Capstone gives them the size of the register.
    if (id_ == X86_INS_COMISS || id_ == X86_INS_UCOMISS) result_.memory_bytes = 4;
    if (id_ == X86_INS_COMISD || id_ == X86_INS_UCOMISD) result_.memory_bytes = 8;
  }

  // With a mask, Capstone takes the index of vpcmpeqd and its like for a vector register.
  RegisterSet index_of(const cs_x86_op& operand) const {
    const int index = number(operand.mem.index);
    if (index < 0) return 0;
    return bit(index >= kFirstVector && !traits_.vector_index ? index % 16 : index);
  }

  void use(const cs_x86_op& operand, bool reads, bool writes) {
    if (is_register(operand)) {
      if (reads) result_.read |= set_of(operand.reg);
      if (writes) result_.written |= set_of(operand.reg);
      if (writes && operand.size < 4) result_.kept |= set_of(operand.reg);
    } else if (is_memory(operand)) {
      result_.read |= set_of(operand.mem.base) | index_of(operand);
      result_.reads_memory |= reads && traits_.touches_memory;
      result_.writes_memory |= writes && traits_.touches_memory;
    }
  }

  void registers() {
    if (result_.nop) return;
    const std::size_t count = operands_.size();
    const bool same = same_twice();
    for (std::size_t i = 0; i < count; i++) {
      bool reads = !same, writes = i == 1 && traits_.writes_second;
      if (i == 0) {
        const bool keeps = traits_.merges_register || merges_by_mask_;
        reads = reads && (traits_.reads_first || (keeps && is_register(operands_[0])));
        if (id_ == X86_INS_IMUL) reads = count != 3;
        if (traits_.fused && count == 4) reads = false;  // AMD's form names its destination apart
        writes = id_ == X86_INS_IMUL ? count != 1 : traits_.writes_first;
      }
      if (id_ == X86_INS_MULX && i == 1) reads = false;
      use(operands_[i], reads, writes);
    }
    if (id_ != X86_INS_IMUL || count == 1) {
      result_.read |= traits_.read;
      result_.written |= traits_.written;
    }
    const bool divides = id_ == X86_INS_DIV || id_ == X86_INS_IDIV;
    const bool multiplies = id_ == X86_INS_MUL || id_ == X86_INS_IMUL;
    if ((divides || multiplies) && count == 1 && operands_[0].size == 1) {  // in ax alone
      result_.written &= ~bit(2);
      if (divides && !is(0, X86_REG_DL) && !is(0, X86_REG_DH) &&
          !(is_memory(operands_[0]) &&
            (set_of(operands_[0].mem.base) | set_of(operands_[0].mem.index)) == bit(2))) {
        result_.read &= ~bit(2);
      }
    }
    strings();
    result_.vector = traits_.packed && !same;
  }

  // movsd and cmpsd are also the names of SSE instructions; those have a register operand.
  void strings() {
    if (!traits_.string) return;
    if (id_ == X86_INS_MOVSD || id_ == X86_INS_CMPSD) {
      if (operands_.size() != 2 || !is_memory(operands_[0]) || !is_memory(operands_[1])) return;
      result_.read |= bit(6) | bit(7);
      result_.written |= bit(6) | bit(7);
      if (id_ == X86_INS_CMPSD) result_.writes_memory = false;
    }
    if (x86_.prefix[0] == X86_PREFIX_REP || x86_.prefix[0] == X86_PREFIX_REPNE) {
      result_.read |= bit(1);
      result_.written |= bit(1);
    }
  }

  void moves() {
    if (operands_.empty()) return;
    const cs_x86_op& first = operands_[0];
    const auto to = is_register(first) ? general_register(first.reg) : std::nullopt;
    if (id_ == X86_INS_PUSH) result_.pushed = to;
    if (operands_.size() != 2) return;
    const cs_x86_op& second = operands_[1];
    const auto from = is_register(second) ? general_register(second.reg) : std::nullopt;
    if (id_ == X86_INS_MOV || id_ == X86_INS_MOVABS || id_ == X86_INS_LEA || id_ == X86_INS_MOVZX) {
      result_.destination = to;
    }
    if (id_ == X86_INS_MOV) result_.source = from;
    if (id_ == X86_INS_TEST && to && from && first.reg == second.reg) result_.tested = to;
    result_.frame_pointer =
        to == kRbp && (result_.source == kRsp || (id_ == X86_INS_LEA && result_.base == kRsp));
    result_.compares_zero =
        id_ == X86_INS_CMP && is_memory(first) && second.type == X86_OP_IMM && second.imm == 0;
  }

  void saves() {
    const RegisterSet kept = tracetoll::registers(Machine::x86_64).callee_saved;
    if (operands_.empty()) return;
    if (id_ == X86_INS_PUSH && result_.pushed) result_.saved = bit(*result_.pushed) & kept;
    if (id_ == X86_INS_POP && is_register(operands_[0])) {
      result_.restored = set_of(operands_[0].reg) & kept;
    }
    if (id_ != X86_INS_MOV || result_.base != kRsp || result_.indexed) return;
    if (result_.memory_bytes != 8) return;
    if (result_.source) result_.saved = bit(*result_.source) & kept;
    if (result_.destination) result_.restored = bit(*result_.destination) & kept;
  }

  void drop() {
    const int slot = x86_.prefix[2] == X86_PREFIX_OPSIZE ? 2 : 8;
    switch (id_) {
      case X86_INS_PUSH:
      case X86_INS_PUSHF:
      case X86_INS_PUSHFQ:
        result_.stack_drop = slot;
        break;
      case X86_INS_POP:
      case X86_INS_POPF:
      case X86_INS_POPFQ:
        if (!is(0, X86_REG_RSP)) result_.stack_drop = -slot;
        break;
      case X86_INS_ADD:
      case X86_INS_SUB:
        if (is(0, X86_REG_RSP) && operands_[1].type == X86_OP_IMM) {
          result_.stack_drop = id_ == X86_INS_SUB ? operands_[1].imm : -operands_[1].imm;
        }
        break;
      case X86_INS_LEA:
        if (is(0, X86_REG_RSP) && result_.base == kRsp && !result_.indexed) {
          result_.stack_drop = -result_.displacement;
        }
        break;
      default:
        break;
    }
  }

  unsigned id_;
  const cs_x86& x86_;
  std::span<const cs_x86_op> operands_;
  const X86Traits& traits_;
  bool merges_by_mask_;  // EVEX with a mask, and without z: keeps a part of the destination
  Instruction& result_;
};

}  // namespace

// Capstone 4.0.2 gives a near branch with a 66 prefix a displacement of 16 bits, and so a length
// two bytes short (capstone#776). Intel ignores the prefix in 64-bit mode (SDM vol. 2, "Use of the
// operand-size prefix in near branches"), and that is how compilers and linkers use it: as padding.
// REX.W overrides them, and Capstone knows.
std::size_t ignored_prefixes(CodeBytes bytes) {
  std::size_t count = 0;
  bytes = bytes.first(std::min(bytes.size(), kLongest + 1));  // they may go on for a megabyte
  while (count < bytes.size() && bytes[count] == 0x66) count++;
  if (count == 0 || count == bytes.size()) return 0;
  const std::uint8_t opcode = bytes[count];
  const bool two_byte =
      opcode == 0x0f && count + 1 < bytes.size() && (bytes[count + 1] & 0xf0) == 0x80;
  return opcode == 0xe8 || opcode == 0xe9 || two_byte ? count : 0;
}

Instruction next_x86(const Capstone& capstone, CodeBytes bytes, std::uint64_t address) {
  const std::size_t ignored = ignored_prefixes(bytes);
  const cs_insn* insn =
      ignored < kLongest ? capstone.decode(bytes.subspan(ignored), address + ignored) : nullptr;
  const bool known = insn != nullptr && insn->id != X86_INS_UD2B && insn->id != X86_INS_UD0;
  if (!known) return unlisted_x86(bytes, address);
  Instruction result;
  result.address = insn->address;
  result.size = insn->size;
  result.mnemonic = insn->mnemonic;
  result.flow = flow_of(*insn);
  Translation(*insn, result).fill();
  result.address = address;
  result.size += static_cast<int>(ignored);
  return result;
}

}  // namespace tracetoll
