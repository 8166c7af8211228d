#include "function_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "unwind_ranges.hpp"

namespace tracetoll {

namespace {

// "fn" of "fn.cold" and of "fn.cold.3" (clang's and older GCC's); empty for what is no cold part.
std::string_view parent_of(std::string_view symbol) {
  const auto at = symbol.rfind(".cold");
  if (at == std::string_view::npos || at == 0) return {};
  const std::string_view rest = symbol.substr(at + 5);
  const bool numbered =
      rest.starts_with(".") && rest.find_first_not_of("0123456789", 1) == rest.npos;
  return rest.empty() || numbered ? symbol.substr(0, at) : std::string_view{};
}

struct UnitName {
  int unit;
  std::string_view name;

  bool operator==(const UnitName&) const = default;
};

struct HashName {
  std::size_t operator()(const UnitName& key) const {
    return std::hash<std::string_view>{}(key.name) ^ static_cast<std::size_t>(key.unit);
  }
};

// Symbols that hold code, by address, the largest first of those that start together.
std::vector<Symbol> code_symbols(const ElfFile& file) {
  std::vector<Symbol> result;
  for (const Symbol& symbol : file.symbols()) {
    if (symbol.function && !symbol.undefined && symbol.size != 0 &&
        file.executable(symbol.address, symbol.size)) {
      result.push_back(symbol);
    }
  }
  std::ranges::stable_sort(result, [](const Symbol& a, const Symbol& b) {
    return a.address != b.address ? a.address < b.address : a.size > b.size;
  });
  std::uint64_t end = 0;
  std::erase_if(result, [&end](const Symbol& symbol) {
    if (symbol.address < end) return true;
    end = symbol.address + symbol.size;
    return false;
  });
  return result;
}

// Whether it ends in .WORD or .WORD.N, and where that begins.
std::size_t clone_suffix(std::string_view symbol) {
  std::size_t dot = symbol.rfind('.');
  if (dot == symbol.npos) return symbol.npos;
  const std::string_view last = symbol.substr(dot + 1);
  std::string_view word = last;
  if (!last.empty() && last.find_first_not_of("0123456789") == last.npos && dot > 0) {
    const std::size_t before = symbol.rfind('.', dot - 1);
    if (before == symbol.npos) return symbol.npos;
    word = symbol.substr(before + 1, dot - before - 1);
    dot = before;
  }
  const std::string_view kWords[] = {"cold", "constprop", "isra", "llvm", "lto_priv", "part"};
  const bool known = dot > 0 && std::ranges::find(kWords, word) != std::end(kWords);
  return known ? dot : symbol.npos;
}

// What .eh_frame knows of code that no symbol covers, without overlap. A PLT is no function.
std::vector<CodeRange> uncovered(const ElfFile& file, std::vector<CodeRange> known) {
  std::ranges::sort(known, {}, &CodeRange::begin);
  std::vector<CodeRange> result;
  std::uint64_t end = 0;
  std::size_t next = 0;
  for (const CodeRange& range : unwind_ranges(file)) {
    while (next < known.size() && known[next].begin <= range.begin) {
      end = std::max(end, known[next++].end);
    }
    const bool overlaps =
        range.begin < end || (next < known.size() && known[next].begin < range.end);
    const Section* section = file.section_at(range.begin, range.end - range.begin);
    if (overlaps || section == nullptr || !section->executable) continue;
    if (section->name.starts_with(".plt")) continue;
    result.push_back(range);
    end = range.end;
  }
  return result;
}

// "9tracetoll4host4call" for "tracetoll::host::call::".
std::string mangled_scope(std::string_view name) {
  std::string result;
  while (!name.empty()) {
    const auto end = std::min(name.find("::"), name.size());
    const std::string_view part = name.substr(0, end);
    if (!part.empty()) result += std::to_string(part.size()) + std::string(part);
    name.remove_prefix(std::min(end + 2, name.size()));
  }
  return result;
}

// The mangled name says it exactly: _ZN (qualifiers) scope..., with a Z before for what is local to
// a function, such as a lambda. The demangled one may start with the return type of a template.
bool lies_in(std::string_view symbol, std::string_view scope) {
  if (!symbol.starts_with("_Z")) return false;
  symbol.remove_prefix(2);
  while (symbol.starts_with("Z")) symbol.remove_prefix(1);
  if (!symbol.starts_with("N")) return false;
  symbol.remove_prefix(std::min(symbol.find_first_not_of("rVKRO", 1), symbol.size()));
  return symbol.starts_with(scope);
}

}  // namespace

std::string Function::parent() const {
  std::string_view rest = symbol;
  for (std::size_t at; (at = clone_suffix(rest)) != rest.npos;) rest = rest.substr(0, at);
  return std::string(rest);
}

bool Function::is_cold_part() const {
  return !parent_of(symbol).empty();
}

std::uint64_t Function::bytes() const {
  std::uint64_t sum = 0;
  for (const CodeRange& part : parts) sum += part.end - part.begin;
  return sum;
}

bool Function::contains(std::uint64_t address) const {
  return std::ranges::any_of(parts, [&](const CodeRange& part) { return part.contains(address); });
}

FunctionTable::FunctionTable(const ElfFile& file) : file_(file), disassembler_(file.machine()) {
  const std::vector<Symbol> symbols = code_symbols(file);
  // A local function and its cold part follow the same STT_FILE; unit 0 stands for all global ones.
  // Link-time optimisation puts the two under different ones: then the name must be the only one.
  constexpr std::size_t kSeveral = static_cast<std::size_t>(-1);
  std::unordered_map<UnitName, std::size_t, HashName> by_name;
  std::unordered_map<std::string_view, std::size_t> only;
  for (const Symbol& symbol : symbols) {
    if (!parent_of(symbol.name).empty()) continue;
    by_name.emplace(UnitName{symbol.global ? 0 : symbol.unit, symbol.name}, functions_.size());
    const auto [known, first] = only.emplace(symbol.name, functions_.size());
    if (!first) known->second = kSeveral;
    functions_.push_back(
        {std::string(symbol.name), {{symbol.address, symbol.address + symbol.size}}});
  }
  // Of several names of one address the table has one; a cold part may be named after another.
  std::unordered_map<std::uint64_t, std::size_t> at_address;
  for (std::size_t i = 0; i < functions_.size(); i++)
    at_address.emplace(functions_[i].parts[0].begin, i);
  for (const Symbol& symbol : file.symbols()) {
    if (!symbol.function || symbol.undefined || symbol.size == 0) continue;
    const auto known = at_address.find(symbol.address);
    if (known == at_address.end()) continue;
    by_name.emplace(UnitName{symbol.global ? 0 : symbol.unit, symbol.name}, known->second);
    const auto [one, first] = only.emplace(symbol.name, known->second);
    if (!first && one->second != known->second) one->second = kSeveral;
  }
  for (const Symbol& symbol : symbols) {
    const std::string_view parent = parent_of(symbol.name);
    if (parent.empty()) continue;
    const CodeRange range{symbol.address, symbol.address + symbol.size};
    auto found = by_name.find({symbol.unit, parent});
    if (found == by_name.end()) found = by_name.find({0, parent});
    const auto one = only.find(parent);
    if (found != by_name.end()) {
      functions_[found->second].parts.push_back(range);
    } else if (one != only.end() && one->second != kSeveral) {
      functions_[one->second].parts.push_back(range);
    } else {
      functions_.push_back({std::string(symbol.name), {range}});
    }
  }
  std::vector<CodeRange> known;
  for (const Symbol& symbol : symbols) {
    known.push_back({symbol.address, symbol.address + symbol.size});
  }
  for (const CodeRange& range : uncovered(file, std::move(known))) {
    functions_.push_back({fmt::format("{:#x}", range.begin), {range}});
  }
  for (const Symbol& symbol : file.symbols()) {
    if (symbol.name == "__x86_return_thunk") return_thunks_.insert(symbol.address);
  }
  for (std::size_t i = 0; i < functions_.size(); i++) {
    for (const CodeRange& range : functions_[i].parts) parts_.push_back({range, i});
  }
  std::ranges::sort(parts_, {}, [](const Part& part) { return part.range.begin; });
}

const Function* FunctionTable::at(std::uint64_t address) const {
  auto next = std::ranges::upper_bound(parts_, address, {},
                                       [](const Part& part) { return part.range.begin; });
  if (next == parts_.begin() || !(--next)->range.contains(address)) return nullptr;
  return &functions_[next->function];
}

const Function* FunctionTable::starting_at(std::uint64_t address) const {
  const Function* function = at(address);
  return function != nullptr && function->parts[0].begin == address ? function : nullptr;
}

std::vector<const Function*> FunctionTable::in_namespace(std::string_view name) const {
  const std::string scope = mangled_scope(name);
  std::vector<const Function*> result;
  for (const Function& function : functions_) {
    if (lies_in(function.symbol, scope)) result.push_back(&function);
  }
  return result;
}

std::vector<Instruction> FunctionTable::decode(const Function& function) const {
  std::vector<CodeRange> parts = function.parts;
  std::ranges::sort(parts, {}, &CodeRange::begin);
  std::vector<Instruction> result;
  for (const CodeRange& part : parts) {
    auto code = disassembler_.decode(file_.bytes(part.begin, part.end - part.begin), part.begin);
    if (result.empty()) {  // without a copy: the longest functions have one part
      result = std::move(code);
    } else {
      std::ranges::move(code, std::back_inserter(result));
    }
  }
  name_returns(result);
  return result;
}

void FunctionTable::name_returns(std::vector<Instruction>& code) const {
  if (return_thunks_.empty()) return;
  for (Instruction& instruction : code) {
    const bool returns = instruction.flow == Flow::jump && instruction.target &&
                         return_thunks_.contains(*instruction.target);
    if (!returns) continue;
    instruction.flow = Flow::ret;
    instruction.target.reset();
  }
}

}  // namespace tracetoll
