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

// The guards of a function by their first instruction.
std::map<std::uint64_t, const Exit*> guards_of(const GuardFlow& flow) {
  std::map<std::uint64_t, const Exit*> result;
  for (const Exit& exit : flow.exits()) result.emplace(exit.instructions.front().address, &exit);
  return result;
}

class Inspector {
 public:
  Inspector(const ElfFile& file, const FunctionTable& functions, Inspection& result)
      : file_(file), functions_(functions), result_(result) {}

  void add(const Function* function, Members members) {
    if (function == nullptr) {
      for (FoundSite& site : members.foreign)
        add_site(foreign_site(machine(), std::move(site), {}, nullptr, nullptr), nullptr);
      return;
    }
    if (function->bytes() > kLongestFunction) {
      result_.notes.push_back(fmt::format("{}: too long to be decoded", function->name()));
      for (FoundSite& site : members.foreign)
        add_site(foreign_site(machine(), std::move(site), {}, nullptr, nullptr), function);
      return;
    }
    const std::vector<Instruction> code = functions_.decode(*function);
    std::set<std::uint64_t> guarded;
    std::vector<CodeRange> emitted;
    const std::size_t first = result_.sites.size();
    for (const Site& site : members.own) {
      guarded.insert(site.body_instructions.begin(), site.body_instructions.end());
      emitted.push_back({site.code, site.code_end});
      add_site(own_site(machine(), site, code), function);
    }
    add_foreign(*function, code, std::move(members.foreign), guarded, emitted);
    add_function(*function, code, guarded, emitted, first);
  }

 private:
  Machine machine() const { return file_.machine(); }

  void add_foreign(const Function& function, const std::vector<Instruction>& code,
                   std::vector<FoundSite> sites, std::set<std::uint64_t>& guarded,
                   std::vector<CodeRange>& emitted) {
    if (sites.empty()) return;
    std::set<std::uint64_t> states, addresses;
    for (const FoundSite& site : sites) {
      addresses.insert(site.address);
      if (site.kind == SiteKind::lttng && site.state) states.insert(*site.state);
    }
    const bool guards = !states.empty() || std::ranges::any_of(sites, [](const FoundSite& site) {
      return site.kind == SiteKind::jump_label;
    });
    std::optional<GuardFlow> flow;
    if (guards) flow.emplace(function, code, states, labels(sites, code), addresses);
    const bool followed = flow && flow->tractable();
    if (flow && !followed)
      result_.notes.push_back(fmt::format("{}: its guards overlap endlessly", function.name()));
    std::map<std::uint64_t, const Exit*> by_address;
    if (followed) by_address = guards_of(*flow);
    for (FoundSite& site : sites) {
      const auto at = by_address.find(site.address);
      const Exit* guard = at == by_address.end() ? nullptr : at->second;
      if (guard != nullptr) {
        for (const Instruction* instruction : flow->body(*guard))
          guarded.insert(instruction->address);
      }
      const InspectedSite& added = add_site(
          foreign_site(machine(), std::move(site), code, followed ? &*flow : nullptr, guard),
          &function);
      emitted.push_back({added.found.address, added.found.address + added.found.size});
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

  void add_function(const Function& function, const std::vector<Instruction>& code,
                    const std::set<std::uint64_t>& guarded, const std::vector<CodeRange>& emitted,
                    std::size_t first_site) {
    InspectedFunction added;
    added.name = function.name();
    added.address = function.parts[0].begin;
    added.sites = static_cast<int>(result_.sites.size() - first_site);
    for (std::size_t i = first_site; i < result_.sites.size(); i++)
      added.cost += result_.sites[i].cost();
    added.shape = function_shape(machine(), function, code, guarded, emitted);
    result_.functions.push_back(std::move(added));
  }

  const ElfFile& file_;
  const FunctionTable& functions_;
  Inspection& result_;
};

std::string kind_of(const ElfFile& file) {
  return file.machine() == Machine::x86_64 ? "x86-64" : "arm64";
}

}  // namespace

int InspectedSite::cost() const {
  return (code ? code->instructions : 0) + (operands ? operands->instructions() : 0);
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
