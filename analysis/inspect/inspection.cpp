#include "inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "compilers.hpp"
#include "disassembly.hpp"
#include "find_sites.hpp"
#include "function_name.hpp"
#include "function_table.hpp"
#include "guard_flow.hpp"
#include "operand_places.hpp"
#include "site_code.hpp"

namespace tracetoll {

namespace {

constexpr std::uint64_t kLongestFunction = 1 << 22;  // bytes; bounds the memory

// Everything of one function that the report needs.
struct Members {
  std::vector<Site> own;
  std::vector<FoundSite> foreign;
};

using ByFunction = std::map<const Function*, Members>;  // nullptr: in no known function

// -fpatchable-function-entry=N,M puts M NOPs before the function that they belong to.
const Function* holder(const FunctionTable& functions, const FoundSite& site) {
  const Function* at = functions.at(site.address);
  if (at != nullptr || site.kind != SiteKind::patchable) return at;
  return functions.at(site.address + site.size);
}

ByFunction group(const FunctionTable& functions, std::vector<Site> own,
                 std::vector<FoundSite> foreign) {
  ByFunction result;
  for (Site& site : own) result[functions.at(site.code)].own.push_back(std::move(site));
  for (FoundSite& site : foreign) {
    const Function* function = holder(functions, site);
    result[function].foreign.push_back(std::move(site));
  }
  return result;
}

// Adds the functions that the user named, and drops all others.
void select(const FunctionTable& functions, const std::string& wanted, const ElfFile& file,
            ByFunction& members) {
  if (wanted.empty()) return;
  ByFunction kept;
  for (const Function& function : functions.functions()) {
    if (!is_named(function.name(), wanted) && function.symbol != wanted) continue;
    kept[&function] = std::move(members[&function]);
  }
  if (kept.empty()) file.fail("has no function " + wanted);
  members = std::move(kept);
}

// The exits that the code does not show: where a jump label lies, its NOP or jump stands for the
// test. As the file stands, control takes the jump if there is one.
std::vector<Exit> labels(const std::vector<FoundSite>& sites, std::span<const Instruction> code) {
  std::vector<Exit> result;
  for (const FoundSite& site : sites) {
    if (site.kind != SiteKind::jump_label || !site.target) continue;
    const auto at = code_between(code, site.address, site.address + 1);
    if (at.empty()) continue;
    const Instruction& instruction = at.front();
    const bool jumps = instruction.flow == Flow::jump;
    if (!jumps && !instruction.nop) continue;
    Exit exit;
    exit.marker = site.address;
    exit.instructions = {instruction};
    exit.body = jumps ? instruction.end() : *site.target;
    exit.back = jumps ? *site.target : instruction.end();
    result.push_back(std::move(exit));
  }
  return result;
}

// Where linkers gather what compilers hold for unlikely.
std::vector<CodeRange> cold_sections(const ElfFile& file) {
  std::vector<CodeRange> result;
  for (const Section& section : file.sections()) {
    const bool cold = section.name.starts_with(".text.unlikely") ||
                      section.name.starts_with(".text.cold") ||
                      section.name.starts_with(".text.split");
    if (cold && section.executable)
      result.push_back({section.address, section.address + section.size});
  }
  return result;
}

// The guards of a function by their first instruction.
std::map<std::uint64_t, const Exit*> guards_of(const GuardFlow& flow) {
  std::map<std::uint64_t, const Exit*> result;
  for (const Exit& exit : flow.exits()) result.emplace(exit.instructions.front().address, &exit);
  return result;
}

class Inspector {
 public:
  Inspector(const ElfFile& file, const FunctionTable& functions, Inspection& result)
      : file_(file), functions_(functions), cold_(cold_sections(file)), result_(result) {}

  void add(const Function* function, Members members) {
    if (function == nullptr || function->bytes() > kLongestFunction) {
      if (function != nullptr)
        result_.notes.push_back(fmt::format("{}: too long to be decoded", function->name()));
      for (FoundSite& site : members.foreign)
        add_site(foreign_site(machine(), std::move(site), {}, nullptr, nullptr), function);
      return;
    }
    Work work{*function, functions_.decode(*function), {}, {}, {}, result_.sites.size()};
    for (const Site& site : members.own) add_own(site, work);
    add_foreign(std::move(members.foreign), work);
    add_function(work);
  }

 private:
  Machine machine() const { return file_.machine(); }

  // One function, and what its sites tell of it.
  struct Work {
    const Function& function;
    std::vector<Instruction> code;
    std::set<std::uint64_t> guarded;  // reached through the body of a site alone
    std::vector<CodeRange> emitted;   // by sites
    std::vector<HiddenJump> hidden;
    std::size_t first_site;
  };

  void add_own(const Site& site, Work& work) {
    work.guarded.insert(site.body_instructions.begin(), site.body_instructions.end());
    work.emitted.push_back({site.code, site.code_end});
    if (site.body && site.hot.conditional_branches == 0)  // a static key
      work.hidden.push_back({site.hot_begin, site.body_begin});
    add_site(own_site(machine(), site, work.code), &work.function);
  }

  void add_foreign(std::vector<FoundSite> sites, Work& work) {
    if (sites.empty()) return;
    std::set<std::uint64_t> states, addresses;
    for (const FoundSite& site : sites) {
      addresses.insert(site.address);
      if (site.kind == SiteKind::lttng && site.state) states.insert(*site.state);
    }
    std::vector<Exit> keys = labels(sites, work.code);
    for (const Exit& key : keys) {
      const Instruction& first = key.instructions.front();
      if (first.nop) work.hidden.push_back({first.address, key.body});
    }
    std::optional<GuardFlow> flow;
    if (!states.empty() || !keys.empty())
      flow.emplace(machine(), work.function, work.code, states, std::move(keys), addresses);
    if (flow && !flow->tractable()) {
      result_.notes.push_back(
          fmt::format("{}: its guards overlap endlessly", work.function.name()));
      flow.reset();
    }
    std::map<std::uint64_t, const Exit*> guards;
    if (flow) guards = guards_of(*flow);
    for (FoundSite& site : sites) {
      const auto at = guards.find(site.address);
      const Exit* guard = at == guards.end() ? nullptr : at->second;
      if (guard != nullptr) {
        for (const Instruction* instruction : flow->body(*guard))
          work.guarded.insert(instruction->address);
      }
      const InspectedSite& added = add_site(
          foreign_site(machine(), std::move(site), work.code, flow ? &*flow : nullptr, guard),
          &work.function);
      work.emitted.push_back({added.found.address, added.found.address + added.found.size});
    }
    add_operands(work);
  }

  void add_operands(const Work& work) {
    const auto sites = std::span(result_.sites).subspan(work.first_site);
    const auto has_operands = [](const InspectedSite& site) {
      return !site.found.operands.empty();
    };
    if (std::ranges::none_of(sites, has_operands)) return;
    const BasicBlocks blocks =
        basic_blocks(work.code, work.function.parts, work.emitted, work.hidden);
    const Liveness liveness(machine(), work.code, blocks);
    const OperandCosts costs(machine(), work.code, blocks, liveness);
    const bool frame = std::ranges::any_of(work.code, &Instruction::frame_pointer);
    for (InspectedSite& site : sites) {
      if (!has_operands(site) || !site.code) continue;
      site.operands =
          costs.at(site.found.address, places_of(machine(), site.found.operands, frame));
    }
  }

  InspectedSite& add_site(InspectedSite site, const Function* function) {
    if (function != nullptr) {
      site.function = function->name();
      for (std::size_t i = 0; i < function->parts.size(); i++) {
        const CodeRange& part = function->parts[i];
        if (!part.contains(site.found.address)) continue;
        site.offset = site.found.address - part.begin;
        site.in_cold_part = i > 0;
      }
    }
    result_.sites.push_back(std::move(site));
    return result_.sites.back();
  }

  void add_function(const Work& work) {
    InspectedFunction added;
    added.name = work.function.name();
    if (work.function.parent() != work.function.symbol)
      added.parent = demangled(work.function.parent());
    added.address = work.function.parts[0].begin;
    const auto sites = std::span(result_.sites).subspan(work.first_site);
    added.sites = static_cast<int>(sites.size());
    for (const InspectedSite& site : sites) added.cost += site.cost();
    added.shape = function_shape(machine(), work.function, work.code, work.guarded, work.emitted,
                                 work.hidden, cold_);
    result_.functions.push_back(std::move(added));
  }

  const ElfFile& file_;
  const FunctionTable& functions_;
  std::vector<CodeRange> cold_;
  Inspection& result_;
};

std::string kind_of(const ElfFile& file) {
  return file.machine() == Machine::x86_64 ? "x86-64" : "arm64";
}

}  // namespace

int InspectedSite::cost() const {
  int result = code ? code->instructions : 0;
  if (operands) result += operands->loads + operands->stores + operands->moves + operands->others;
  return result;
}

Inspection inspect(const ElfFile& file, const InspectOptions& options) {
  Inspection result;
  result.file = file.path();
  result.kind = kind_of(file);
  result.compiler = compilers_of(file);
  const FunctionTable functions(file);
  result.functions_in_file = functions.functions().size();
  result.named = !options.function.empty();
  ByFunction members = group(functions, read_sites(file), find_sites(file));
  select(functions, options.function, file, members);
  Inspector inspector(file, functions, result);
  for (auto& [function, of_function] : members) inspector.add(function, std::move(of_function));
  std::ranges::sort(result.sites, {}, [](const InspectedSite& site) {
    return std::pair(site.found.kind, site.found.address);
  });
  std::ranges::sort(result.functions, {}, &InspectedFunction::address);
  return result;
}

}  // namespace tracetoll
