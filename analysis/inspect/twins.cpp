#include "twins.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "disassembly.hpp"
#include "function_name.hpp"
#include "listed.hpp"

namespace tracetoll {

namespace {

std::map<std::string, const Function*> by_symbol(const InspectedFile& file) {
  std::map<std::string, const Function*> result;
  for (const Function& function : file.functions().functions())
    result.emplace(function.symbol, &function);
  return result;
}

}  // namespace

std::vector<TwinPair> find_twins(const InspectedFile& before, const InspectedFile& after,
                                 const TwinRequest& request) {
  std::vector<TwinPair> result;
  if (!request.as.empty()) {
    const auto first = before.select(request.as);
    const auto second = after.select(request.function);
    if (request.function.empty() || first.size() != 1 || second.size() != 1)
      before.file().fail("--as and --function must each name one function");
    return {{second[0]->name(), first[0], second[0]}};
  }
  const auto old = by_symbol(before);
  const auto now = by_symbol(after);
  const auto function_in = [](const auto& functions, const std::string& symbol) {
    const auto found = functions.find(symbol);
    return found == functions.end() ? nullptr : found->second;
  };
  std::set<std::string> seen;
  const auto add = [&](const Function* function) {
    const std::string& symbol = function->symbol;
    if (!seen.insert(symbol).second) return;
    result.push_back({function->name(), function_in(old, symbol), function_in(now, symbol)});
  };
  for (const Function* function : after.select(request.function)) add(function);
  if (request.function.empty()) {
    for (const Function* function : before.select("")) add(function);
  }
  return result;
}

TwinReader::TwinReader(InspectedFile& before, InspectedFile& after)
    : before_{before, AddressNames(before.file(), before.functions())},
      after_{after, AddressNames(after.file(), after.functions())} {}

// Where --as compares two scopes, the callees of one scope are those of the other.
Twin TwinReader::read(const TwinPair& pair) {
  TwinSide before = before_.read(pair.before);
  const TwinSide after = after_.read(pair.after);
  if (before.function && after.function) {
    const auto [from, to] = differing_scope(pair.before->name(), pair.name);
    for (std::string& callee : before.function->callees) callee = with_scope(callee, from, to);
  }
  return twin(pair.name, before, after);
}

TwinSide TwinReader::Side::read(const Function* function) {
  TwinSide result{file.file().path(), file.file().machine(), std::nullopt};
  if (function == nullptr) return result;
  result.function = twin_function(file.file(), file.functions(), names, *function,
                                  file.study(*function).code, file.cold());
  return result;
}

std::vector<ListedInstruction> TwinReader::Side::listed(const Function& function) {
  const TwinSide side = read(&function);
  const Disassembler disassembler(file.file().machine());
  const auto text = [&](const Instruction& instruction) {
    const auto size = static_cast<std::uint64_t>(instruction.size);
    return disassembler.text(file.file().bytes(instruction.address, size), instruction.address);
  };
  ListingSource source;
  source.machine = file.file().machine();
  source.code = side.function->code;
  source.text = text;
  source.symbol = [this](std::uint64_t address) { return names.at(address); };
  source.guarded = &side.function->guarded;
  source.of_sites = &side.function->of_sites;
  source.for_operands = &side.function->for_operands;
  return tracetoll::listed(source);
}

std::string TwinReader::listing(const TwinPair& pair, const ListingStyle& style) {
  if (pair.before == nullptr || pair.after == nullptr) return "";
  const auto before = before_.listed(*pair.before);
  const auto after = after_.listed(*pair.after);
  return listing_text(aligned_listing(before, after), style);
}

}  // namespace tracetoll
