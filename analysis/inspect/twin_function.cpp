#include "twin_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "basic_blocks.hpp"
#include "loops.hpp"
#include "register_saves.hpp"
#include "stack_depth.hpp"

namespace tracetoll {

namespace {

// What is both a site's own and for its operands counts once, as its own.
SiteFigures figures_of(const TwinFunction& function) {
  SiteFigures sum;
  for (const Instruction& instruction : function.code) {
    const bool own = function.of_sites.contains(instruction.address);
    if (!own && !function.for_operands.contains(instruction.address)) continue;
    if (!function.hot(instruction)) {
      sum.off_hot_instructions += function.guarded.contains(instruction.address) ? 0 : 1;
      continue;
    }
    if (!own) {
      sum.operand_bytes += instruction.size;
      sum.operand_instructions++;
      continue;
    }
    sum.bytes += instruction.size;
    sum.instructions++;
    sum.conditional_branches += instruction.flow == Flow::conditional ? 1 : 0;
    sum.calls += instruction.flow == Flow::call ? 1 : 0;
    sum.nops += instruction.nop ? 1 : 0;
  }
  if (sum.conditional_branches == 0) sum.others = sum.instructions - sum.calls - sum.nops;
  return sum;
}

// A hot instruction whose depth is not known leaves it open, unless no known one is deeper.
std::optional<std::int64_t> hot_frame(Machine machine, const TwinFunction& function,
                                      const BasicBlocks& blocks) {
  const StackDepth depth = stack_depth(machine, function.code, blocks);
  std::int64_t deepest = 0;
  bool known = true;
  for (std::size_t i = 0; i < function.code.size(); i++) {
    const Instruction& instruction = function.code[i];
    if (blocks.padding[i] || !function.hot(instruction)) continue;
    if (!depth.before[i]) {
      known = false;
      continue;
    }
    const std::int64_t drop = std::max<std::int64_t>(instruction.stack_drop, 0);
    deepest = std::max(deepest, std::min(*depth.before[i] + drop, depth.deepest));
  }
  return known || deepest == depth.deepest ? std::optional(deepest) : std::nullopt;
}

std::vector<std::set<std::string>> bodies_of(const TwinFunction& function,
                                             const BasicBlocks& blocks) {
  const LoopNest nest = loop_nest(blocks);
  std::map<std::uint64_t, std::set<std::string>> by_head;
  for (const Loop& loop : function.shape.loops) by_head[loop.head];
  for (std::size_t i = 0; i < function.code.size(); i++) {
    const std::size_t head = nest.of_block[blocks.block_of[i]].head;
    const Instruction& instruction = function.code[i];
    if (head == LoopNest::kNone || instruction.nop || instruction.flow != Flow::next) continue;
    if (!function.hot(instruction) || function.of_sites.contains(instruction.address) ||
        function.for_operands.contains(instruction.address))
      continue;
    by_head[function.code[blocks.blocks[head].begin].address].insert(instruction.mnemonic);
  }
  std::vector<std::set<std::string>> result;
  for (const Loop& loop : function.shape.loops) result.push_back(by_head[loop.head]);
  return result;
}

// Calls and jumps out through memory: what they lead to has a name where the linker's table says.
void add_slots(const AddressNames& names, const BasicBlocks& blocks, TwinFunction& function) {
  for (std::size_t i = 0; i < function.code.size(); i++) {
    const Instruction& instruction = function.code[i];
    const CodeBlock& block = blocks.blocks[blocks.block_of[i]];
    const bool tail = block.tail_call && i + 1 == block.end && instruction.flow == Flow::jump;
    if (instruction.target || (!tail && instruction.flow != Flow::call)) continue;
    const bool hot = function.hot(instruction);
    const auto slot = instruction.data_address;
    std::string name = slot && !instruction.indexed ? names.through_slot(*slot) : "";
    if (!name.empty()) {
      function.shape.callees.push_back({instruction.address, *slot, tail, !hot});
      function.callees.push_back(std::move(name));
    } else if (tail && hot) {
      function.indirect_tails.push_back(instruction.address);
    }
  }
}

}  // namespace

TwinFunction twin_function(const ElfFile& file, const FunctionTable& functions,
                           const AddressNames& names, const Function& function, SiteCode sites,
                           std::span<const CodeRange> cold) {
  TwinFunction result;
  result.code = functions.decode(function);
  result.shape = function_shape(file.machine(), function, result.code, sites.guarded, sites.emitted,
                                sites.hidden, cold);
  for (const Callee& callee : result.shape.callees) {
    result.callees.push_back(names.callee(callee.target));
  }
  const BasicBlocks blocks = basic_blocks(result.code, function.parts, sites.emitted, sites.hidden);
  const RegisterSaves saves = register_saves(file.machine(), result.code, blocks);
  for (std::size_t i = 0; i < result.code.size(); i++) {
    result.code[i].saved = saves.saved[i];
    result.code[i].restored = saves.restored[i];
  }
  result.cold.assign(function.parts.begin() + 1, function.parts.end());
  const auto meets = [&](const CodeRange& range) {
    return std::ranges::any_of(function.parts, [&](const CodeRange& part) {
      return range.begin < part.end && part.begin < range.end;
    });
  };
  std::ranges::copy_if(cold, std::back_inserter(result.cold), meets);
  // A cold part whose function is not in the file.
  if (result.shape.hot.instructions == 0) result.cold.push_back(function.parts[0]);
  result.guarded = std::move(sites.guarded);
  result.of_sites = std::move(sites.of_sites);
  result.for_operands = std::move(sites.for_operands);
  result.sites = figures_of(result);
  result.sites.sites = sites.sites;
  result.sites.unread = sites.unread;
  result.hot_frame_bytes = hot_frame(file.machine(), result, blocks);
  result.loop_bodies = bodies_of(result, blocks);
  add_slots(names, blocks, result);
  return result;
}

AddressNames::AddressNames(const ElfFile& file, const FunctionTable& functions)
    : file_(file), functions_(functions) {
  for (const Symbol& symbol : file.symbols()) {
    if (!symbol.function && symbol.size > 0 && !symbol.name.empty()) data_.push_back(&symbol);
  }
  std::ranges::stable_sort(data_, {}, &Symbol::address);
}

std::string AddressNames::callee(std::uint64_t address) const {
  if (const Function* function = functions_.starting_at(address)) return function->name();
  return std::string(file_.external_name(address));
}

std::string AddressNames::through_slot(std::uint64_t slot) const {
  const std::string_view external = file_.external_name(slot);
  if (external.ends_with("@got")) return std::string(external);
  const Section* section = file_.section_at(slot, sizeof slot);
  if (section == nullptr || !section->name.starts_with(".got")) return "";
  std::uint64_t address = 0;
  std::memcpy(&address, file_.bytes(slot, sizeof address).data(), sizeof address);
  const std::string name = address == 0 ? "" : callee(address);
  return name.empty() ? "" : name + "@got";
}

std::string AddressNames::at(std::uint64_t address) const {
  const auto offset = [](std::string name, std::uint64_t bytes) {
    return bytes == 0 ? name : fmt::format("{}+{:#x}", name, bytes);
  };
  if (const auto name = callee(address); !name.empty()) return name;
  if (const Function* function = functions_.at(address)) {
    const auto holds = [&](const CodeRange& part) { return part.contains(address); };
    const auto part = std::ranges::find_if(function->parts, holds);
    const char* cold = part == function->parts.begin() ? "" : " (cold part)";
    return offset(function->name() + cold, address - part->begin);
  }
  const auto after = std::ranges::upper_bound(data_, address, {}, &Symbol::address);
  if (after == data_.begin()) return "";
  const Symbol& symbol = **std::prev(after);
  if (address - symbol.address >= symbol.size) return "";
  return offset(demangled(symbol.name), address - symbol.address);
}

}  // namespace tracetoll
