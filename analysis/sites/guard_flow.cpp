#include "guard_flow.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "known_addresses.hpp"

namespace tracetoll {

namespace {

// How far a compiler may move the test from the load; measured: 5 instructions (g++ 12).
constexpr std::size_t kGuardWindow = 32;

// Beyond any compiler's output: bodies that share code are two or three.
constexpr std::size_t kMostShares = 64;
constexpr std::size_t kMostInBodies = 2'000'000;  // instructions; an entry of a set each
constexpr std::size_t kMostPairs = 100'000'000;   // of sites and exits in one function

// The guard that ends in `jump`, unless that asks for something else than zero.
void add_guard(std::uint64_t marker, std::uint64_t entry, std::vector<Instruction> code,
               const Instruction& jump, std::vector<Exit>& guards) {
  const bool on_zero = jump.mnemonic == "je" || jump.mnemonic == "cbz";
  const bool on_other = jump.mnemonic == "jne" || jump.mnemonic == "cbnz";
  if (!(on_zero || on_other) || !jump.target) return;
  code.push_back(jump);
  guards.push_back({marker, entry, std::move(code), on_zero ? jump.end() : *jump.target,
                    on_zero ? *jump.target : jump.end()});
}

}  // namespace

GuardFlow::GuardFlow(Machine machine, const Function& function, std::vector<Instruction> code,
                     const Guards& guards, std::vector<Exit> keys,
                     const std::set<std::uint64_t>& sites)
    : machine_(machine),
      function_(function),
      code_(std::move(code)),
      shared_variables_(guards.shared) {
  for (const Instruction& instruction : code_) {
    if (instruction.target && instruction.flow != Flow::call) targets_.insert(*instruction.target);
  }
  add_exits(std::move(keys));
  const std::vector<std::size_t> lost = orphans(sites);
  const std::size_t entry = index_of(function.parts[0].begin);
  std::set<std::uint64_t> read = guards.variables;
  for (const auto& [pointer, marker] : guards.pointers) read.insert(pointer);
  const KnownAddresses known(
      code_, read, entry, lost, [this](std::size_t i) { return successors(i, false); }, machine,
      guards.preserving);
  add_exits(find_guards(guards, known));
  std::vector<std::size_t> open = lost;
  open.push_back(entry);
  flood_hot(std::move(open));
  flood_bodies();
  tractable_ = tractable_ && sites.size() * exits_.size() < kMostPairs;
}

std::vector<Exit> GuardFlow::find_guards(const Guards& guards, const KnownAddresses& known) const {
  std::vector<Exit> result;
  const auto add = [&result](std::vector<Exit> guards) {
    std::ranges::move(guards, std::back_inserter(result));
  };
  for (std::size_t i = 0; i < code_.size(); i++) {
    const auto immediate = guards.immediates.find(code_[i].address);
    if (immediate != guards.immediates.end()) add(guards_at(i, immediate->second));
    if (!code_[i].reads_memory) continue;
    const auto address = known.data_address(i);
    if (!address) continue;
    const int bytes = code_[i].memory_bytes;
    const auto pointer = guards.pointers.find(*address);
    if (bytes == 8 && pointer != guards.pointers.end()) add(guards_through(i, pointer->second));
    const bool flag = bytes == 4 || bytes == 2 || bytes == 1;
    if (flag && guards.variables.contains(*address)) add(guards_at(i, *address));
  }
  return result;
}

void GuardFlow::add_exits(std::vector<Exit> exits) {
  for (Exit& exit : exits) {
    const std::size_t i = exits_.size();
    exit_at_.emplace(exit.instructions.back().address, i);
    exits_of_marker_.emplace(exit.marker, i);
    guarded_.emplace(exit.entry, i);
    entries_.insert(exit.body);
    exits_.push_back(std::move(exit));
  }
}

void GuardFlow::flood_hot(std::vector<std::size_t> open) {
  hot_.resize(code_.size(), false);
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    if (i == kNone || hot_[i]) continue;
    hot_[i] = true;
    std::ranges::copy(successors(i, true), std::back_inserter(open));
  }
}

// A body ends where control is back on the hot path, or comes to the guard of another marker: g++
// copies what follows a call into its cold block, guards and all.
void GuardFlow::flood_bodies() {
  owner_.resize(code_.size(), 0);
  shared_.resize(code_.size(), false);
  std::size_t total = 0;
  for (const Exit& exit : exits_) {
    std::set<std::size_t>& body = bodies_.emplace_back();
    std::vector<std::size_t> open = {index_of(exit.body)};
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      if (i == kNone || hot_[i] || body.contains(i)) continue;
      if (stops_body(i, exit)) continue;
      body.insert(i);
      if (owner_[i] != 0 && owner_[i] != exit.marker) shared_[i] = true;
      owner_[i] = exit.marker;
      if (total++ > std::min(kMostShares * code_.size(), kMostInBodies)) {
        tractable_ = false;
        return;
      }
      std::ranges::copy(successors(i, false), std::back_inserter(open));
    }
  }
}

// Another marker's guard; where markers share what their guards read, one that leads elsewhere.
bool GuardFlow::stops_body(std::size_t i, const Exit& exit) const {
  const auto found = guarded_.find(code_[i].address);
  if (found == guarded_.end()) return false;
  const Exit& other = exits_[found->second];
  return other.marker != exit.marker ||
         (shared_variables_.contains(exit.marker) && other.body != exit.body);
}

std::size_t GuardFlow::index_of(std::uint64_t address) const {
  const auto found = std::ranges::lower_bound(code_, address, {}, &Instruction::address);
  if (found == code_.end() || found->address != address) return kNone;
  return static_cast<std::size_t>(found - code_.begin());
}

// On arm64 no instruction holds an address: adrp, and add where g++ has one for several markers, in
// front of the load if nothing jumps in between. In a loop they run before it, and are no part.
std::vector<Instruction> GuardFlow::address_of(std::size_t load) const {
  std::vector<Instruction> result;
  if (machine_ == Machine::x86_64) return result;
  auto wanted = code_[load].base;
  const std::size_t first = load - std::min(load, kGuardWindow);
  for (std::size_t i = load; wanted && i > first && !targets_.contains(code_[i].address); i--) {
    const Instruction& before = code_[i - 1];
    if (before.flow != Flow::next || before.end() != code_[i].address) break;
    if ((before.written >> *wanted & 1) == 0) continue;
    const bool computes = before.destination == wanted && !before.reads_memory;
    if (!computes || !(before.data_address || before.base)) break;
    result.insert(result.begin(), before);
    wanted = before.data_address ? std::nullopt : before.base;
  }
  return result;
}

// A guard is `cmpl $0,state; jcc` or `mov state,r; test r,r; jcc`, or `ldr r,state; cbnz r`, or
// `mov $0,r; test r,r; jcc`, with other instructions between that leave r alone. Two sites whose
// guards read one variable may have one load before a jump that chooses between them (g++ 12, the
// arms of an `if`): then one load has several guards. Anything else is none: the caller says so,
// and does not guess.
std::vector<Exit> GuardFlow::guards_at(std::size_t load, std::uint64_t marker) const {
  struct Path {
    std::size_t next;
    bool tested;
    std::vector<Instruction> instructions;
  };
  constexpr std::size_t kMostPaths = 4;
  std::vector<Exit> result;
  const auto loaded = code_[load].destination;
  const bool compares = code_[load].compares_zero;
  if (!compares && !loaded) return result;
  std::vector<Path> paths = {{load + 1, compares, address_of(load)}};
  paths[0].instructions.push_back(code_[load]);
  for (std::size_t p = 0; p < paths.size(); p++) {
    Path path = paths[p];
    const std::size_t last = std::min(path.next + kGuardWindow, code_.size());
    for (std::size_t i = path.next; i < last && code_[i].address == code_[i - 1].end(); i++) {
      const Instruction& next = code_[i];
      if (next.flow == Flow::conditional) {
        const bool own = path.tested || (next.tested && next.tested == loaded);
        if (own) {
          add_guard(marker, code_[load].address, std::move(path.instructions), next, result);
        } else if (next.target && !next.tested && paths.size() < kMostPaths) {
          const std::size_t to = index_of(*next.target);
          if (to != kNone && to > 0) paths.push_back({to, false, path.instructions});
          continue;
        }
        break;
      }
      if (next.flow != Flow::next) break;
      if (!path.tested && next.tested == loaded) {
        path.instructions.push_back(next);
        path.tested = true;
      } else if (!path.tested && loaded && (next.written >> *loaded & 1) != 0) {
        break;
      }
    }
  }
  return result;
}

// A load of a pointer, and the guard that reads through it.
std::vector<Exit> GuardFlow::guards_through(std::size_t load, std::uint64_t marker) const {
  const auto pointer = code_[load].destination;
  if (!pointer) return {};
  const std::size_t last = std::min(load + kGuardWindow, code_.size() - 1);
  for (std::size_t i = load + 1; i <= last && code_[i].address == code_[i - 1].end(); i++) {
    const Instruction& next = code_[i];
    const bool through = next.reads_memory && next.base == pointer && !next.indexed &&
                         next.displacement == 0 && next.memory_bytes == 1;
    if (through) {
      std::vector<Exit> guards = guards_at(i, marker);
      std::vector<Instruction> first = address_of(load);
      first.push_back(code_[load]);
      for (Exit& guard : guards) {
        guard.entry = code_[load].address;
        guard.instructions.insert(guard.instructions.begin(), first.begin(), first.end());
      }
      return guards;
    }
    if (next.flow != Flow::next || (next.written >> *pointer & 1) != 0) return {};
  }
  return {};
}

// Where control may go from instruction i. `dormant` leaves out the ways into the bodies.
std::vector<std::size_t> GuardFlow::successors(std::size_t i, bool dormant) const {
  const Instruction& from = code_[i];
  std::vector<std::size_t> result;
  const auto go = [&](std::uint64_t address) {
    if (const std::size_t to = index_of(address); to != kNone) result.push_back(to);
  };
  if (const auto exit = exit_at_.find(from.address); exit != exit_at_.end()) {
    go(exits_[exit->second].back);
    if (!dormant) go(exits_[exit->second].body);
    return result;
  }
  if (from.target && (from.flow == Flow::jump || from.flow == Flow::conditional)) go(*from.target);
  if (from.flow == Flow::jump || from.flow == Flow::ret || from.flow == Flow::stop) return result;
  // A body is entered through its guard alone, so a call in front of one does not return (abort).
  if (from.flow != Flow::call || !entries_.contains(from.end())) go(from.end());
  return result;
}

// Code that nothing known leads to, and that is no padding: cases of a jump table, landing pads. It
// counts as hot. Padding falls through into what follows it, and does not make that reached.
std::vector<std::size_t> GuardFlow::orphans(const std::set<std::uint64_t>& sites) const {
  std::vector<bool> reached(code_.size(), false);
  std::vector<bool> padding(code_.size(), false);
  for (std::size_t i = 0; i < code_.size(); i++) {
    for (const std::size_t to : successors(i, false)) {
      if (to != i + 1) reached[to] = true;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < code_.size(); i++) {
    if (i > 0 && !padding[i - 1]) {
      const auto next = successors(i - 1, false);
      if (std::ranges::find(next, i) != next.end()) reached[i] = true;
    }
    if (reached[i]) continue;
    padding[i] = code_[i].nop && !sites.contains(code_[i].address);
    if (!padding[i]) result.push_back(i);
  }
  return result;
}

const Exit* GuardFlow::exit_of(std::uint64_t address, std::uint64_t marker) const {
  const std::size_t i = index_of(address);
  if (i == kNone) return nullptr;
  const auto key = exit_at_.find(address);
  if (key != exit_at_.end() && code_[i].nop) return &exits_[key->second];
  const auto [first, last] = exits_of_marker_.equal_range(marker);
  const Exit* found = nullptr;
  for (auto candidate = first; candidate != last; ++candidate) {
    const auto& body = bodies_[candidate->second];
    const Exit& exit = exits_[candidate->second];
    const bool at_end = i > 0 && body.contains(i - 1) && code_[i - 1].end() == address;
    if (!body.contains(i) && exit.body != address && !at_end) continue;
    if (hot(exit)) return &exit;
    found = &exit;  // a copy of the guard that runs after another body: only if there is no other
  }
  return found;
}

const Exit* GuardFlow::exit_from(std::uint64_t address) const {
  const auto found = std::ranges::find(exits_, address, &Exit::entry);
  return found == exits_.end() ? nullptr : &*found;
}

bool GuardFlow::hot(const Exit& exit) const {
  return hot_[index_of(exit.entry)];
}

std::vector<const Exit*> GuardFlow::copies(const Exit& exit) const {
  const auto [first, last] = exits_of_marker_.equal_range(exit.marker);
  std::vector<const Exit*> result;
  for (auto candidate = first; candidate != last; ++candidate) {
    const Exit& other = exits_[candidate->second];
    if (&other == &exit || (other.body == exit.body && hot(other))) result.push_back(&other);
  }
  return result;
}

std::vector<const Instruction*> GuardFlow::body(const Exit& exit) const {
  std::vector<const Instruction*> result;
  for (const std::size_t i : bodies_[static_cast<std::size_t>(&exit - exits_.data())]) {
    result.push_back(&code_[i]);
  }
  return result;
}

bool GuardFlow::shared(const Exit& exit) const {
  const auto& body = bodies_[static_cast<std::size_t>(&exit - exits_.data())];
  return std::ranges::any_of(body, [this](std::size_t i) { return shared_[i]; });
}

bool GuardFlow::leaves(const Instruction& instruction) const {
  return instruction.flow == Flow::jump &&
         (!instruction.target || !function_.contains(*instruction.target));
}

std::optional<Instruction> GuardFlow::next_call(std::uint64_t address, std::uint64_t callee) const {
  std::size_t i = index_of(address);
  for (int steps = 0; i != kNone && steps < 256; steps++) {
    const Instruction& here = code_[i];
    if (here.target == callee && (here.flow == Flow::call || leaves(here))) return here;
    if (here.flow == Flow::ret || here.flow == Flow::stop || leaves(here)) break;
    i = index_of(here.flow == Flow::jump ? *here.target : here.end());
  }
  return std::nullopt;
}

}  // namespace tracetoll
