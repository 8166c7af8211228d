#include "code_shape.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "function_shape.hpp"

namespace tracetoll {

namespace {

// rbx rbp r12 to r15: a callee keeps them for its caller (System V ABI).
constexpr std::uint32_t kCalleeSaved = 1U << 3 | 1U << kRbp | 0xfU << 12;

void add(const CodeShape& more, CodeShape& sum) {
  sum.text_bytes += more.text_bytes;
  sum.instructions += more.instructions;
  sum.callee_saved_pushes += more.callee_saved_pushes;
  sum.stack_loads += more.stack_loads;
  sum.stack_stores += more.stack_stores;
  sum.conditional_branches += more.conditional_branches;
  sum.calls += more.calls;
  sum.hot_lines = sum.hot_lines.value_or(0) + more.hot_lines.value_or(0);
}

}  // namespace

CodeShape code_shape(std::span<const Instruction> code) {
  CodeShape shape;
  // %rbp points into the stack only where the function makes it its frame pointer; else it is one
  // more register.
  std::set<std::uint64_t> lines;
  const bool frame = std::ranges::any_of(code, &Instruction::frame_pointer);
  for (const Instruction& instruction : code) {
    lines.insert(instruction.address / kCacheLine);
    lines.insert((instruction.end() - 1) / kCacheLine);
    shape.instructions++;
    shape.text_bytes += instruction.size;
    shape.conditional_branches += instruction.flow == Flow::conditional ? 1 : 0;
    shape.calls += instruction.flow == Flow::call ? 1 : 0;
    if (instruction.pushed && (kCalleeSaved >> *instruction.pushed & 1) != 0) {
      shape.callee_saved_pushes++;
    }
    if (instruction.pop || instruction.mnemonic == "push") continue;
    if (instruction.base != kRsp && !(frame && instruction.base == kRbp)) continue;
    shape.stack_loads += instruction.reads_memory ? 1 : 0;
    shape.stack_stores += instruction.writes_memory ? 1 : 0;
  }
  shape.hot_lines = static_cast<int>(lines.size());
  return shape;
}

CodeShape code_shape(const FunctionTable& functions, std::span<const Site> sites,
                     std::string_view name_space) {
  std::set<std::uint64_t> guarded;
  for (const Site& site : sites)
    guarded.insert(site.body_instructions.begin(), site.body_instructions.end());
  CodeShape sum;
  for (const Function* function : functions.in_namespace(name_space)) {
    std::vector<Instruction> code = functions.decode(*function);
    const int text_bytes = code_shape(code).text_bytes;
    std::erase_if(code, [&](const Instruction& instruction) {
      return guarded.contains(instruction.address);
    });
    CodeShape dormant = code_shape(code);
    dormant.text_bytes = text_bytes;
    add(dormant, sum);
    sum.sites += static_cast<int>(std::ranges::count_if(
        sites, [&](const Site& site) { return function->contains(site.code); }));
  }
  return sum;
}

}  // namespace tracetoll
