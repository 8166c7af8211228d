#include "inspected_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "error.hpp"
#include "find_sites.hpp"
#include "function_name.hpp"
#include "guard_flow.hpp"
#include "operand_places.hpp"
#include "site_code.hpp"

namespace tracetoll {

namespace {

// In bytes; bounds time and memory: 262,000 one-byte instructions take 0.45 s and 87 MB here. The
// longest function of Debian's python3.11 has 62 KB.
constexpr std::uint64_t kLongestFunction = 1 << 18;

// -fpatchable-function-entry=N,M puts M NOPs before the function that they belong to.
const Function* holder(const FunctionTable& functions, const FoundSite& site) {
  const Function* at = functions.at(site.address);
  return at == nullptr && site.function ? functions.at(*site.function) : at;
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

// The guard on the probe's semaphore that leads to its NOP, if it runs while the probe is dormant.
const Exit* semaphore_guard(const GuardFlow& flow, const FoundSite& site) {
  const Exit* guard = flow.exit_of(site.address, *site.state);
  return guard != nullptr && flow.hot(*guard) ? guard : nullptr;
}

// The function itself, or one that the compiler split off it or copied.
bool is_called(const Function& function, const std::string& wanted) {
  const std::string parent = function.parent();
  return is_named(function.name(), wanted) || function.symbol == wanted ||
         (parent != function.symbol && (is_named(demangled(parent), wanted) || parent == wanted));
}

}  // namespace

InspectedFile::InspectedFile(const ElfFile& file)
    : file_(file), functions_(file), disassembler_(file.machine()), cold_(cold_sections(file)) {
  for (Site& site : read_sites(file)) {
    const Function* function = functions_.at(site.code);
    members_[function].own.push_back(std::move(site));
  }
  for (FoundSite& site : find_sites(file)) {
    const Function* function = holder(functions_, site);
    members_[function].foreign.push_back(std::move(site));
  }
  try {
    lines_.emplace(file);
  } catch (const InputError&) {
    // Broken relocations of the debug data: all the rest of the file is still worth reading.
  }
}

std::vector<const Function*> InspectedFile::select(const std::string& wanted) const {
  std::vector<const Function*> result;
  if (wanted.empty()) {
    for (const auto& [function, members] : members_) {
      if (function != nullptr) result.push_back(function);
    }
  } else {
    std::set<std::uint64_t> aliases;  // several symbols may share an address
    for (const Symbol& symbol : file_.symbols()) {
      if (symbol.function && symbol.name == wanted) aliases.insert(symbol.address);
    }
    for (const Function& function : functions_.functions()) {
      if (is_called(function, wanted) || aliases.contains(function.parts[0].begin))
        result.push_back(&function);
    }
    if (result.empty()) file_.fail("has no function " + wanted);
  }
  std::ranges::sort(result, {}, [](const Function* function) { return function->parts[0].begin; });
  return result;
}

InspectedFile::Study InspectedFile::study(const Function& function) {
  Study study;
  study.function.name = function.name();
  if (function.parent() != function.symbol) study.function.parent = demangled(function.parent());
  study.function.address = function.parts[0].begin;
  study.function.source = source_of(study.function.address);
  study.function.frame_known = !function.symbol.starts_with("0x") && !function.is_cold_part();
  const auto found = members_.find(&function);
  const Members none;
  const Members& members = found == members_.end() ? none : found->second;
  if (function.bytes() > kLongestFunction) {
    study.notes.push_back(
        fmt::format("{} is too long to be decoded: its sites have no guards here, "
                    "and it has no figures",
                    study.function.name));
    for (const FoundSite& site : members.foreign) add_foreign(site, nullptr, nullptr, study);
    for (InspectedSite& site : study.sites) place(function, site);
    return study;
  }
  study.decoded = true;
  const std::vector<Instruction> code = functions_.decode(function);
  add_own(members, code, study);
  add_foreign(members, function, code, study);
  add_operands(function, code, study);
  for (InspectedSite& site : study.sites) {
    place(function, site);
    study.function.cost += site.code ? site.code->instructions : 0;
  }
  study.function.cost += static_cast<int>(study.code.for_operands.size());
  study.function.sites = static_cast<int>(study.sites.size());
  study.function.shape = function_shape(file_.machine(), function, code, study.code.guarded,
                                        study.code.emitted, study.code.hidden, cold_);
  return study;
}

std::vector<InspectedSite> InspectedFile::stray_sites() const {
  std::vector<InspectedSite> result;
  const auto found = members_.find(nullptr);
  if (found == members_.end()) return result;
  for (const FoundSite& site : found->second.foreign)
    result.push_back(foreign_site(file_.machine(), site, own_code(site), nullptr, nullptr));
  return result;
}

// Decoded by itself: the site may lie before its function, or in none.
std::vector<Instruction> InspectedFile::own_code(const FoundSite& site) const {
  const Section* section = file_.section_at(site.address, 1);
  if (section == nullptr || !section->executable) return {};
  const std::uint64_t left = section->address + section->bytes.size() - site.address;
  constexpr std::uint64_t kLongestInstruction = 15;
  const std::uint64_t size = site.size == 0 ? kLongestInstruction : site.size;
  std::vector<Instruction> code = disassembler_.decode(
      file_.bytes(site.address, std::min({size, left, kLongestFunction})), site.address);
  if (site.size == 0) code.resize(1);
  return code;
}

void InspectedFile::add_own(const Members& members, std::span<const Instruction> code,
                            Study& study) const {
  for (const Site& site : members.own) {
    add_site_code(site, study.code);
    study.sites.push_back(own_site(file_.machine(), site, code));
  }
}

void InspectedFile::add_foreign(const Members& members, const Function& function,
                                std::span<const Instruction> code, Study& study) const {
  if (members.foreign.empty()) return;
  Guards guarded;
  std::set<std::uint64_t> addresses;
  for (const FoundSite& site : members.foreign) {
    addresses.insert(site.address);
    const bool reads = site.kind == SiteKind::lttng || site.kind == SiteKind::sdt;
    if (reads && site.state) guarded.variables.insert(*site.state);
  }
  std::vector<Exit> keys = labels(members.foreign, code);
  for (const Exit& key : keys) {
    const Instruction& first = key.instructions.front();
    if (first.nop) study.code.hidden.push_back({first.address, key.body});
  }
  std::optional<GuardFlow> flow;
  if (!guarded.variables.empty() || !keys.empty()) {
    flow.emplace(file_.machine(), function, std::vector(code.begin(), code.end()), guarded,
                 std::move(keys), addresses);
    if (!flow->tractable()) {
      study.notes.push_back(fmt::format("{}: its guards overlap endlessly", function.name()));
      flow.reset();
    }
  }
  std::map<std::uint64_t, const Exit*> guards;
  if (flow) guards = guards_of(*flow);
  for (const FoundSite& site : members.foreign) {
    const Exit* guard = nullptr;
    if (const auto at = guards.find(site.address); at != guards.end()) guard = at->second;
    if (flow && site.kind == SiteKind::sdt && site.state) guard = semaphore_guard(*flow, site);
    add_foreign(site, flow ? &*flow : nullptr, guard, study);
    if (site.kind == SiteKind::sdt && site.state && guard == nullptr)
      study.sites.back().found.notes.push_back(
          "no guard on its semaphore leads here: what holds it may run only while it is on");
  }
}

void InspectedFile::add_foreign(const FoundSite& site, const GuardFlow* flow, const Exit* guard,
                                Study& study) const {
  const std::vector<Instruction> own = own_code(site);
  study.sites.push_back(foreign_site(file_.machine(), site, own, flow, guard));
  SiteCode& code = study.code;
  code.sites++;
  code.unread += study.sites.back().code ? 0 : 1;
  const auto dormant = guard != nullptr ? guard->instructions : dormant_code(site, own);
  for (const Instruction& instruction : dormant) {
    code.of_sites.insert(instruction.address);
    code.emitted.push_back({instruction.address, instruction.end()});
  }
  if (guard == nullptr) return;
  for (const Instruction* instruction : flow->body(*guard))
    code.guarded.insert(instruction->address);
}

// Twice: for one site, what others read too is no cost of its own; for the function it is, once.
void InspectedFile::add_operands(const Function& function, std::span<const Instruction> code,
                                 Study& study) const {
  const auto has_operands = [](const InspectedSite& site) { return !site.found.operands.empty(); };
  if (std::ranges::none_of(study.sites, has_operands)) return;
  const Machine machine = file_.machine();
  const bool frame = std::ranges::any_of(code, &Instruction::frame_pointer);
  const BasicBlocks blocks =
      basic_blocks(code, function.parts, study.code.emitted, study.code.hidden);
  const Liveness liveness(machine, code, blocks);
  const OperandCosts together(machine, code, blocks, liveness);
  std::vector<Instruction> reading(code.begin(), code.end());
  std::map<std::pair<int, std::int64_t>, int> slots;  // how many sites read each
  for (const InspectedSite& site : study.sites) {
    const auto places = places_of(machine, site.found.operands, frame);
    std::set<std::pair<int, std::int64_t>> own;
    for (const Place& place : places) {
      if (place.kind == Place::Kind::slot) own.emplace(place.reg, place.displacement);
    }
    for (const auto& slot : own) slots[slot]++;
    const auto at =
        std::ranges::lower_bound(reading, site.found.address, {}, &Instruction::address);
    if (at == reading.end() || at->address != site.found.address) continue;
    for (const Place& place : places) {
      if (place.reg >= 0 && place.reg < 64) at->read |= bit(place.reg);
    }
  }
  const Liveness shared_liveness(machine, reading, blocks);
  const OperandCosts alone(machine, reading, blocks, shared_liveness);
  for (InspectedSite& site : study.sites) {
    if (!has_operands(site) || !site.code) continue;
    auto places = places_of(machine, site.found.operands, frame);
    const OperandCost all = together.at(site.found.address, places, study.code.guarded);
    study.code.for_operands.insert(all.addresses.begin(), all.addresses.end());
    std::erase_if(places, [&](const Place& place) {
      return place.kind == Place::Kind::slot && slots[{place.reg, place.displacement}] > 1;
    });
    site.operands = alone.at(site.found.address, places, study.code.guarded);
  }
}

void InspectedFile::place(const Function& function, InspectedSite& site) {
  site.function = function.name();
  if (site.found.name.empty()) site.found.name = without_parameters(site.function);
  const auto offset_in = [&](const CodeRange& part) {
    return static_cast<std::int64_t>(site.found.address - part.begin);
  };
  site.offset = offset_in(function.parts[0]);
  for (const CodeRange& part : std::span(function.parts).subspan(1)) {
    if (!part.contains(site.found.address)) continue;
    site.offset = offset_in(part);
    site.in_cold_part = true;
  }
  site.source = source_of(site.found.address);
  if (lines_) site.inlined = lines_->inlined(site.found.address);
}

std::string InspectedFile::source_of(std::uint64_t address) {
  if (!lines_) return "";
  const auto line = lines_->at(address);
  return line ? fmt::format("{}:{}", line->file, line->line) : "";
}

}  // namespace tracetoll
