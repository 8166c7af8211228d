#include "code_count.hpp"

namespace tracetoll {

void add_to(const Instruction& instruction, bool leaves, CodeCount& count) {
  const bool calls = instruction.flow == Flow::call || leaves;
  count.bytes += instruction.size;
  count.instructions++;
  count.nops += instruction.nop ? 1 : 0;
  count.calls += calls ? 1 : 0;
  count.loads += instruction.reads_memory && !calls && !instruction.pop ? 1 : 0;
  count.conditional_branches += instruction.flow == Flow::conditional ? 1 : 0;
}

CodeCount count_code(std::span<const Instruction> code) {
  CodeCount count;
  for (const Instruction& instruction : code) add_to(instruction, false, count);
  return count;
}

std::string mnemonics_of(std::span<const Instruction> code) {
  std::string result;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i;
    while (end < code.size() && code[end].mnemonic == code[i].mnemonic) end++;
    if (!result.empty()) result += ' ';
    result += code[i].mnemonic;
    if (end - i > 1) result += " x " + std::to_string(end - i);
    i = end;
  }
  return result;
}

}  // namespace tracetoll
