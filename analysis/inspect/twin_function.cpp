#include "twin_function.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "basic_blocks.hpp"
#include "register_saves.hpp"

namespace tracetoll {

namespace {

SiteFigures figures_of(std::span<const Instruction> code, const SiteCode& sites) {
  SiteFigures sum;
  sum.sites = sites.sites;
  sum.unread = sites.unread;
  for (const Instruction& instruction : code) {
    if (!sites.of_sites.contains(instruction.address)) continue;
    sum.bytes += instruction.size;
    sum.instructions++;
    sum.conditional_branches += instruction.flow == Flow::conditional ? 1 : 0;
    sum.calls += instruction.flow == Flow::call ? 1 : 0;
    sum.nops += instruction.nop ? 1 : 0;
  }
  return sum;
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
  result.sites = figures_of(result.code, sites);
  result.guarded = std::move(sites.guarded);
  result.of_sites = std::move(sites.of_sites);
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
