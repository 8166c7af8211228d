// Instructions as text: Capstone's, put into objdump's form.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "capstone_handle.hpp"
#include "disassembly.hpp"

namespace tracetoll {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Capstone writes "$1, 8(%rax, %rcx)", objdump "$0x1,0x8(%rax,%rcx,1)".
std::string in_form_of_objdump(std::string_view operands) {
  std::string result;
  int commas = -1;  // since the open parenthesis; -1 outside
  bool scaled = false;
  for (std::size_t i = 0; i < operands.size(); i++) {
    const char c = operands[i];
    if (c == ' ' && i > 0 && (operands[i - 1] == ',' || operands.substr(i).starts_with(" {"))) {
      continue;
    }
    const char before = result.empty() ? ' ' : result.back();
    const char after = i + 1 < operands.size() ? operands[i + 1] : ' ';
    const bool number = is_digit(c) && !is_digit(after) && after != 'x' &&
                        std::string_view(" ,$-*:").find(before) != std::string_view::npos;
    if (number && commas < 0) result += "0x";
    if (commas >= 0 && c == ',') commas++;
    if (commas >= 0 && is_digit(c) && before == ',') scaled = true;
    if (c == '(' && !result.ends_with("%st")) {
      commas = 0;
      scaled = false;
    }
    if (c == ')') {
      if (commas == 1 && !scaled) result += ",1";
      commas = -1;
    }
    result += c;
  }
  return result;
}

// A register that is no part of a memory operand, and no count of a shift of memory.
bool names_a_register(std::string_view operands) {
  int depth = 0;
  for (std::size_t i = 0; i < operands.size(); i++) {
    if (operands[i] == '(') depth++;
    if (operands[i] == ')') depth--;
    if (operands[i] != '%' || depth != 0) continue;
    const bool segment = operands.find(':', i) == i + 3;
    const bool count = operands.substr(i).starts_with("%cl,") && operands.back() == ')';
    if (!segment && !count) return true;
  }
  return false;
}

// "callq" as "call", "movl %eax,..." as "mov": Intel's name, where the suffix says nothing new.
std::string x86_name(std::string_view att, std::string_view intel, std::string_view operands) {
  const bool suffixed = att.size() == intel.size() + 1 && att.starts_with(intel) &&
                        std::string_view("bwlq").find(att.back()) != std::string_view::npos;
  if (!suffixed) return std::string(att);
  const bool of_stack = intel.ends_with("call") || intel.ends_with("jmp") ||
                        intel.ends_with("ret") || intel == "push" || intel == "pop" ||
                        intel == "leave" || intel == "pushf" || intel == "popf";
  return std::string(of_stack || names_a_register(operands) ? intel : att);
}

std::string x86_text(const Instruction& facts, CodeBytes bytes) {
  const Capstone capstone(Machine::x86_64, Capstone::For::text);
  const std::size_t ignored = ignored_prefixes(bytes);
  const cs_insn* insn = capstone.decode(bytes.subspan(ignored), facts.address + ignored);
  std::string result = facts.mnemonic;
  if (insn != nullptr) {
    const std::string operands = in_form_of_objdump(insn->op_str);
    result = x86_name(insn->mnemonic, facts.mnemonic, operands);
    if (!operands.empty()) result += " " + operands;
  }
  if (facts.data_address) result += fmt::format(" # 0x{:x}", *facts.data_address);
  return result;
}

// The hints that have names, newer than Capstone's.
std::string_view hint_name(std::string_view operand) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"#0x7", "xpaclri"},  {"#0x14", "csdb"},    {"#0x19", "paciasp"}, {"#0x1b", "pacibsp"},
      {"#0x1d", "autiasp"}, {"#0x1f", "autibsp"}, {"#0x20", "bti"},     {"#0x22", "bti c"},
      {"#0x24", "bti j"},   {"#0x26", "bti jc"},
  };
  for (const auto& [number, name] : kNames) {
    if (operand == number) return name;
  }
  return {};
}

std::string arm64_text(const Instruction& facts, CodeBytes bytes) {
  const Capstone capstone(Machine::arm64, Capstone::For::text);
  const cs_insn* insn = capstone.decode(bytes, facts.address);
  if (insn == nullptr || insn->op_str[0] == '\0') return facts.mnemonic;
  std::string operands = insn->op_str;
  if (facts.mnemonic == "hint" && !hint_name(operands).empty()) {
    return std::string(hint_name(operands));
  }
  // Addresses are no immediates: b 0x1000, not b #0x1000.
  const std::size_t last = operands.rfind('#');
  const bool to_address = facts.target || facts.data_address;
  if (to_address && last != std::string::npos) operands.erase(last, 1);
  return facts.mnemonic + " " + operands;
}

}  // namespace

std::string Disassembler::text(std::span<const std::uint8_t> bytes, std::uint64_t address) const {
  if (bytes.empty()) return "(bad)";
  Instruction facts;
  for_each(bytes.first(std::min<std::size_t>(bytes.size(), 15)), address, [&](Instruction next) {
    if (facts.size == 0) facts = std::move(next);
  });
  if (facts.unknown) return "(bad)";
  return machine() == Machine::x86_64 ? x86_text(facts, bytes) : arm64_text(facts, bytes);
}

}  // namespace tracetoll
