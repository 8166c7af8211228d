#include "disassembly.hpp"

#include <capstone/capstone.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

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

// The 64-bit register that a general register is, or is part of.
std::optional<int> general_register(unsigned id) {
  for (int i = 0; i < 8; i++) {
    if (std::ranges::find(kNamedRegisters[i], id) != std::end(kNamedRegisters[i])) return i;
  }
  // Capstone numbers r8 to r15 without a gap, one run a width.
  for (const unsigned first : {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}) {
    if (id >= first && id < first + 8) return static_cast<int>(8 + id - first);
  }
  return std::nullopt;
}

bool is_prefix(std::uint8_t byte) {
  constexpr std::array<std::uint8_t, 11> kPrefixes = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65,
                                                      0x66, 0x67, 0xf0, 0xf2, 0xf3};
  return std::ranges::find(kPrefixes, byte) != kPrefixes.end();
}

// Legacy prefixes at the start of an instruction.
std::size_t prefix_count(Bytes bytes) {
  const auto end = std::ranges::find_if_not(bytes, is_prefix);
  return static_cast<std::size_t>(end - bytes.begin());
}

// Capstone 4.0.2 does not know the NOPs with a register operand (48 0f 1f c0, and rdssp, which is
// one of them without CET), nor 0f 0d /r. All of 0f 0d and 0f 18 to 0f 1f takes a ModRM byte and
// nothing else. The length, or 0 if it is none of these.
std::size_t reserved_nop_size(Bytes bytes) {
  std::size_t at = prefix_count(bytes);
  const auto byte = [&](std::size_t i) { return i < bytes.size() ? bytes[i] : 0; };
  if ((byte(at) & 0xf0) == 0x40) at++;  // REX
  const int opcode = byte(at + 1);
  if (byte(at) != 0x0f || !(opcode == 0x0d || (opcode >= 0x18 && opcode <= 0x1f))) return 0;
  at += 2;
  const int mode = byte(at) >> 6;
  const int memory = byte(at) & 7;
  at++;
  if (mode != 3) {
    const bool scaled = memory == 4;
    const int base = scaled ? byte(at) & 7 : memory;
    if (scaled) at++;
    if (mode == 1) at += 1;
    if (mode == 2 || (mode == 0 && base == 5)) at += 4;
  }
  return at <= bytes.size() && at <= 15 ? at : 0;
}

// Capstone 4.0.2 gives a near branch with a 66 prefix a displacement of 16 bits, and so a length
// two bytes short (capstone#776). Intel ignores the prefix in 64-bit mode (SDM vol. 2, "Use of the
// operand-size prefix in near branches"), and that is how compilers and linkers use it: as padding.
// The number of 66 prefixes before such a branch, or 0; REX.W overrides them, and Capstone knows.
std::size_t ignored_prefixes(Bytes bytes) {
  std::size_t count = 0;
  while (count < bytes.size() && bytes[count] == 0x66) count++;
  if (count == 0 || count == bytes.size()) return 0;
  const std::uint8_t opcode = bytes[count];
  const bool two_byte =
      opcode == 0x0f && count + 1 < bytes.size() && (bytes[count + 1] & 0xf0) == 0x80;
  return opcode == 0xe8 || opcode == 0xe9 || two_byte ? count : 0;
}

// How Capstone 4.0.2 marks the access to the memory operand of these is wrong: stores that are
// moves (movups, movdqa, movhps, vmovdqu, fstp, stmxcsr) are marked as reads, cmpxchg too, and
// `test` of memory and an immediate is marked as a write. disassembly_test.cpp holds the table.
void correct_access(std::string_view name, bool memory_first, Instruction& result) {
  if (!memory_first) return;
  if (name == "test") {
    result.writes_memory = false;
  } else if (name.starts_with("mov") || name.starts_with("vmov") || name.starts_with("fst") ||
             name.starts_with("fist") || name == "stmxcsr" || name == "fnstcw" ||
             name == "fnstsw" || name.starts_with("fxsave") || name.starts_with("vextract")) {
    result.reads_memory = false;
    result.writes_memory = true;
  } else if (name.find("cmpxchg") != std::string_view::npos) {  // with or without "lock "
    result.writes_memory = true;
  }
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

}  // namespace

struct Disassembler::Handle {
  csh capstone = 0;
  cs_insn* scratch = nullptr;

  Instruction next(Bytes bytes, std::uint64_t address) const;
  Instruction translate(const cs_insn& insn) const;
  void read_memory(const cs_insn& insn, const cs_x86_op& operand, Instruction& result) const;
  void read_operands(const cs_insn& insn, Instruction& result) const;
};

Disassembler::Disassembler(Machine machine) : handle_(std::make_unique<Handle>()) {
  if (machine != Machine::x86_64) throw std::runtime_error("arm64 is not decoded yet");
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_->capstone) != CS_ERR_OK) {
    throw std::runtime_error("Capstone does not support x86");
  }
  cs_option(handle_->capstone, CS_OPT_DETAIL, CS_OPT_ON);
  handle_->scratch = cs_malloc(handle_->capstone);
}

Disassembler::~Disassembler() {
  cs_free(handle_->scratch, 1);
  cs_close(&handle_->capstone);
}

void Disassembler::Handle::read_memory(const cs_insn& insn, const cs_x86_op& operand,
                                       Instruction& result) const {
  if (operand.mem.base == X86_REG_RIP) {
    result.data_address = result.end() + static_cast<std::uint64_t>(operand.mem.disp);
  }
  if (result.nop) return;
  result.base = general_register(operand.mem.base);
  result.indexed = operand.mem.index != X86_REG_INVALID;
  result.displacement = operand.mem.disp;
  if (insn.id == X86_INS_LEA) return;
  result.memory_bytes = operand.size;
  result.reads_memory |= (operand.access & CS_AC_READ) != 0;
  result.writes_memory |= (operand.access & CS_AC_WRITE) != 0;
}

void Disassembler::Handle::read_operands(const cs_insn& insn, Instruction& result) const {
  const std::span operands(insn.detail->x86.operands, insn.detail->x86.op_count);
  const bool branches =
      result.flow == Flow::conditional || result.flow == Flow::jump || result.flow == Flow::call;
  for (const cs_x86_op& operand : operands) {
    if (operand.type == X86_OP_IMM && branches) {
      result.target = static_cast<std::uint64_t>(operand.imm);
    }
    if (operand.type == X86_OP_MEM) read_memory(insn, operand, result);
  }
  if (operands.empty()) return;
  const cs_x86_op& first = operands[0];
  correct_access(result.mnemonic, first.type == X86_OP_MEM && !result.nop, result);
  const auto to = first.type == X86_OP_REG ? general_register(first.reg) : std::nullopt;
  if (insn.id == X86_INS_PUSH) result.pushed = to;
  if (operands.size() != 2) return;
  const cs_x86_op& second = operands[1];
  const auto from = second.type == X86_OP_REG ? general_register(second.reg) : std::nullopt;
  if (insn.id == X86_INS_MOV || insn.id == X86_INS_LEA) result.destination = to;
  if (insn.id == X86_INS_MOV) result.source = from;
  if (insn.id == X86_INS_TEST && to && from && first.reg == second.reg) result.tested = to;
  result.frame_pointer =
      to == kRbp && (result.source == kRsp || (insn.id == X86_INS_LEA && result.base == kRsp));
  result.compares_zero = insn.id == X86_INS_CMP && first.type == X86_OP_MEM &&
                         second.type == X86_OP_IMM && second.imm == 0;
}

Instruction Disassembler::Handle::translate(const cs_insn& insn) const {
  Instruction result;
  result.address = insn.address;
  result.size = insn.size;
  result.mnemonic = insn.mnemonic;
  result.flow = flow_of(insn);
  result.nop = insn.id == X86_INS_NOP;
  result.pop = insn.id == X86_INS_POP;
  read_operands(insn, result);
  // 66 87 c9 and its like: an exchange of a register with itself. Of 32 bits it clears the upper
  // half.
  const auto& x86 = insn.detail->x86;
  if (insn.id == X86_INS_XCHG && x86.operands[0].type == X86_OP_REG &&
      x86.operands[0].reg == x86.operands[1].reg && x86.operands[0].size != 4) {
    result.nop = true;
  }
  cs_regs read, written;
  std::uint8_t read_count = 0, written_count = 0;
  if (cs_regs_access(capstone, &insn, read, &read_count, written, &written_count) == CS_ERR_OK) {
    for (int i = 0; i < written_count; i++) {
      if (const auto reg = general_register(written[i])) result.written |= bit(*reg);
    }
  }
  return result;
}

Instruction Disassembler::Handle::next(Bytes bytes, std::uint64_t address) const {
  const std::size_t ignored = ignored_prefixes(bytes);
  const std::uint8_t* code = bytes.data() + ignored;
  std::size_t size = bytes.size() - ignored;
  std::uint64_t at = address + ignored;
  if (ignored < 15 && cs_disasm_iter(capstone, &code, &size, &at, scratch)) {
    Instruction result = translate(*scratch);
    result.address = address;
    result.size += static_cast<int>(ignored);
    return result;
  }
  Instruction result;
  result.address = address;
  result.size = static_cast<int>(reserved_nop_size(bytes));
  result.nop = result.size != 0;
  result.mnemonic = "nop";
  if (!result.nop) {
    result.size = 1;
    result.mnemonic = "unknown";
    result.unknown = true;
    result.flow = Flow::stop;
  }
  return result;
}

std::vector<Instruction> Disassembler::decode(Bytes bytes, std::uint64_t address) const {
  std::vector<Instruction> result;
  while (!bytes.empty()) {
    result.push_back(handle_->next(bytes, address));
    const auto size = static_cast<std::size_t>(result.back().size);
    bytes = bytes.subspan(size);
    address += size;
  }
  return result;
}

}  // namespace tracetoll
