#include "site.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "function_table.hpp"
#include "guard_flow.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kRecordFields = 8;  // struct tt_site
constexpr std::size_t kRecordSize = 4 * kRecordFields;
constexpr std::uint64_t kLongestSite = 1 << 16;
// Sites do not share their code, and their bodies only a little: records that do were made to cost
// time. What all of them have together, as a multiple of the code, and what small files may have.
constexpr std::uint64_t kMostShares = 8;
constexpr std::uint64_t kFew = 10'000;
constexpr std::uint64_t kLongestFunction = 1 << 22;  // with sites in it; bounds the memory

// The functions that markers call (marker.h).
struct Probes {
  std::set<std::uint64_t> all;
  std::uint64_t always = 0;            // tt_probe_always
  std::set<std::uint64_t> preserving;  // of call_preserving.h; %r11 holds no address across one
};

Probes find_probes(const ElfFile& file) {
  Probes result;
  for (const Symbol& symbol : file.symbols()) {
    if (symbol.name.starts_with("tt_probe")) result.all.insert(symbol.address);
    if (symbol.name.starts_with("tt_probe_preserving")) result.preserving.insert(symbol.address);
    if (symbol.name == "tt_probe_always") result.always = symbol.address;
  }
  return result;
}

// One of struct tt_site. Its fields are relative to their own addresses; 0 is none.
Site read_record(const ElfFile& file, const Section& section, std::size_t offset) {
  std::array<std::uint64_t, kRecordFields> field{};
  std::int32_t kind = 0;
  for (std::size_t i = 0; i < kRecordFields; i++) {
    std::int32_t distance = 0;
    std::memcpy(&distance, section.bytes.data() + offset + 4 * i, sizeof distance);
    kind = distance;  // the last one is no distance
    if (distance == 0) continue;
    field[i] = section.address + offset + 4 * i +
               static_cast<std::uint64_t>(static_cast<std::int64_t>(distance));
  }
  Site site;
  site.code = field[0];
  site.code_end = field[1];
  site.marker = field[2];
  site.name = file.text(field[3]);
  site.variant = file.text(field[4]);
  if (field[5] != 0) site.arguments = file.text(field[5]);
  site.target = field[6];
  site.kind = static_cast<SwitchedBy>(kind);
  return site;
}

std::uint64_t code_bytes(const ElfFile& file) {
  std::uint64_t result = 0;
  for (const Section& section : file.sections()) {
    if (section.executable) result += section.bytes.size();
  }
  return result;
}

std::vector<Site> read_records(const ElfFile& file) {
  std::vector<Site> sites;
  std::uint64_t bytes = 0;
  for (const Section& section : file.tables("tt_sites")) {
    if (section.bytes.size() % kRecordSize != 0)
      file.fail("section tt_sites is no whole number of records");
    for (std::size_t at = 0; at < section.bytes.size(); at += kRecordSize) {
      Site site = read_record(file, section, at);
      if (site.code_end < site.code || site.code_end - site.code > kLongestSite) {
        file.fail("site record " + std::to_string(sites.size()) + " (" + site.name +
                  ") ends before it begins, or is too long");
      }
      bytes += site.code_end - site.code;
      sites.push_back(std::move(site));
    }
  }
  if (bytes > kMostShares * code_bytes(file) + kFew) file.fail("its sites overlap endlessly");
  return sites;
}

// The exits of static keys among the sites of a function.
std::vector<Exit> keys_of(const ElfFile& file, std::span<Site* const> sites) {
  std::vector<Exit> result;
  const Disassembler disassembler(file.machine());
  const std::uint64_t size = file.machine() == Machine::x86_64 ? 5 : 4;
  for (const Site* site : sites) {
    if (site->kind != SwitchedBy::jump) continue;
    const auto nop = disassembler.decode(file.bytes(site->code, size), site->code);
    result.push_back({site->marker, site->code, {nop[0]}, site->target, nop[0].end()});
  }
  return result;
}

constexpr std::uint64_t kMarkerSize = 32;  // struct tt_marker

// What the guard of a site reads, if it has one.
std::uint64_t guarded_by(const Site& site) {
  const bool other = site.kind == SwitchedBy::flag || site.kind == SwitchedBy::nothing;
  return other ? site.target : site.marker;
}

Guards guards_of(std::span<Site* const> sites, const Probes& probes) {
  Guards result;
  result.preserving = probes.preserving;
  std::map<std::uint64_t, std::uint64_t> marker_of;
  for (const Site* site : sites) {
    if (const std::uint64_t variable = guarded_by(*site)) {
      result.variables.insert(variable);
      const auto [found, fresh] = marker_of.emplace(variable, site->marker);
      if (found->second != site->marker) result.shared.insert(variable);
    }
    if (site->kind == SwitchedBy::immediate) result.immediates.emplace(site->code, site->marker);
    // flag_category.h: the pointer follows the marker.
    if (site->kind == SwitchedBy::flag)
      result.pointers.emplace(site->marker + kMarkerSize, site->marker);
  }
  return result;
}

const Exit* exit_of(const GuardFlow& flow, const Site& site) {
  if (site.kind == SwitchedBy::immediate) return flow.exit_from(site.code);
  if (const Exit* exit = flow.exit_of(site.code, guarded_by(site))) return exit;
  return flow.exit_of(site.code, site.marker);
}

// Direct calls of other functions belong to an argument, or to what follows the site: g++ copies
// that into the body when the call's stack frame is only needed there. `first` of the sites that
// share the body lists the guard's copies.
void describe_body(const Exit& exit, const Function& function, const GuardFlow& flow,
                   const Probes& probes, bool first, Site& site) {
  CodeCount body;
  for (const Instruction* instruction : flow.body(exit)) {
    const int calls = body.calls;
    add_to(*instruction, flow.leaves(*instruction), body);
    site.body_instructions.push_back(instruction->address);
    if (body.calls != calls && instruction->target && !probes.all.contains(*instruction->target)) {
      body.other_calls++;
    }
  }
  site.body = body;
  site.body_begin = exit.body;
  site.body_in_cold_part = !function.parts[0].contains(exit.body);
  site.body_shared = flow.shared(exit);
  for (const Exit* copy : flow.copies(exit)) {
    site.guards++;
    site.inline_guards += copy->body == copy->instructions.back().end() ? 1 : 0;
    if (copy == &exit || !first) continue;
    for (const Instruction& instruction : copy->instructions) {
      site.hot_instructions.push_back(instruction.address);
    }
  }
}

void describe_hot(std::span<const Instruction> code, bool leaves, Site& site) {
  for (const Instruction& instruction : code) add_to(instruction, leaves, site.hot);
  site.hot_code = mnemonics_of(code);
  site.hot_begin = code.empty() ? site.code : code[0].address;
  for (const Instruction& instruction : code) site.hot_instructions.push_back(instruction.address);
}

// The record says where the site is; what is around it tells the rest.
// `bodies` are those described so far.
void describe(std::span<const Instruction> own, const Function& function, const GuardFlow& flow,
              const Probes& probes, std::set<std::pair<std::uint64_t, std::uint64_t>>& bodies,
              Site& site) {
  site.emitted = count_code(own);
  if (const Exit* exit = exit_of(flow, site)) {
    describe_hot(exit->instructions, false, site);
    const bool first = bodies.emplace(exit->marker, exit->body).second;
    describe_body(*exit, function, flow, probes, first, site);
  } else if ((site.marker == 0 && site.target == 0) || site.kind == SwitchedBy::stub) {
    describe_hot(own, false, site);
  } else if (const auto call = flow.next_call(site.code, probes.always)) {
    describe_hot(std::span(&*call, 1), flow.leaves(*call), site);
  } else {
    site.problem = "guard not found";
  }
}

}  // namespace

std::vector<Site> read_sites(const ElfFile& file) {
  std::vector<Site> sites = read_records(file);
  const FunctionTable functions(file);
  const Probes probes = find_probes(file);
  const Disassembler disassembler(file.machine());

  std::map<const Function*, std::vector<Site*>> by_function;
  for (Site& site : sites) {
    const Function* function = functions.at(site.code);
    if (function == nullptr) {
      file.fail("site " + site.name + " of " + site.variant + " lies in no function");
    }
    by_function[function].push_back(&site);
  }
  for (const auto& [function, members] : by_function) {
    const std::string name = function->name();
    if (function->bytes() > kLongestFunction) file.fail("function " + name + " is too long");
    std::set<std::uint64_t> addresses;
    for (const Site* site : members) addresses.insert(site->code);
    const auto refuse = [&] { file.fail("the sites of " + name + " overlap endlessly"); };
    std::vector<Instruction> code = functions.decode(*function);
    const std::size_t most = kMostShares * code.size() + kFew;
    const GuardFlow flow(file.machine(), *function, std::move(code), guards_of(members, probes),
                         keys_of(file, members), addresses);
    if (!flow.tractable()) refuse();
    std::size_t described = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> bodies;
    for (Site* site : members) {
      site->function = name;
      const auto bytes = file.bytes(site->code, site->code_end - site->code);
      describe(disassembler.decode(bytes, site->code), *function, flow, probes, bodies, *site);
      described += site->body_instructions.size();
      if (described > most) refuse();
    }
  }
  return sites;
}

}  // namespace tracetoll
