#include "operand_cost.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace tracetoll {

namespace {

// g++ 12 puts most operands within ten instructions before the site.
constexpr std::size_t kFarthest = 256;
constexpr std::size_t kMostStores = 256;  // to one slot
// No move of the stack is longer: ymm and zmm saves, a pair of q registers.
constexpr std::int64_t kWidest = 64;

bool starts(std::string_view name, std::initializer_list<std::string_view> heads) {
  return std::ranges::any_of(heads, [&](std::string_view head) { return name.starts_with(head); });
}

bool is_move(const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (instruction.reads_memory || instruction.conditional_move) return false;
  const bool zeroes =
      starts(name, {"xor", "pxor", "vpxor", "vxorp", "sub"}) && instruction.read == 0;
  return zeroes || (starts(name, {"mov", "fmov", "vmov"}) && !starts(name, {"movmsk", "vmovmsk"}));
}

// Flags are in no RegisterSet. What reads them, and what leaves them alone; all else sets them.
// arm64 sets them by name.
bool reads_flags(const Instruction& instruction) {
  if (instruction.conditional_move || instruction.flow == Flow::conditional) return true;
  return starts(instruction.mnemonic,
                {"set",  "adc",  "sbb",  "sbc", "cset", "csel", "csin",  "csne", "cinc",  "cinv",
                 "cneg", "ccmp", "ccmn", "rcl", "rcr",  "lahf", "pushf", "cmc",  "fcsel", "fccmp"});
}
bool sets_flags(Machine machine, const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (machine == Machine::arm64) {
    return name == "adds" || name == "subs" || name == "ands" || name == "bics" || name == "negs" ||
           name == "adcs" || name == "sbcs" ||
           starts(name, {"cmp", "cmn", "tst", "fcmp", "ccmp", "ccmn", "fccmp"});
  }
  if (instruction.nop || instruction.flow != Flow::next) return false;
  const bool scalar_compare = starts(
      name, {"ucomis", "comis", "vucomis", "vcomis", "ptest", "vptest", "popcnt", "popf", "sahf"});
  const bool general = instruction.written < bit(kFirstVector);
  return scalar_compare ||
         (general && !starts(name, {"mov",  "lea",  "cmov", "set",  "not",  "push", "pop",  "bswap",
                                    "cvt",  "v",    "c",    "p",    "xchg", "rorx", "sarx", "shlx",
                                    "shrx", "mulx", "pdep", "pext", "lahf", "endbr"})) ||
         name == "cmp";
}

}  // namespace

OperandCosts::OperandCosts(Machine machine, std::span<const Instruction> code,
                           const BasicBlocks& blocks, const Liveness& liveness)
    : machine_(machine),
      code_(code),
      blocks_(blocks),
      liveness_(liveness),
      effects_(machine),
      depth_(stack_depth(machine, code, blocks)) {
  slots_known_ = !depth_.variable;
  if (slots_known_) find_accesses();
}

// Where a register points, if it is the stack or the frame pointer and that is known.
std::optional<std::int64_t> OperandCosts::slot_of(std::size_t i, int reg,
                                                  std::int64_t displacement) const {
  const Registers& convention = effects_.convention();
  const auto depth = reg == convention.stack ? depth_.before[i] : depth_.frame_pointer;
  if (!depth) return std::nullopt;
  return displacement - *depth;
}

// The register through which instruction i takes an address of the stack without an access there:
// lea 8(%rsp),%rax; mov %rsp,%rdi; add %rsp,%rax.
std::optional<int> OperandCosts::taken_through(const Instruction& instruction) const {
  const Registers& convention = effects_.convention();
  const bool accesses = instruction.reads_memory || instruction.writes_memory;
  if (instruction.nop || instruction.frame_pointer || instruction.stack_drop != 0 ||
      instruction.flow != Flow::next || (instruction.written & bit(convention.stack)) != 0) {
    return std::nullopt;
  }
  for (const int reg : {convention.stack, convention.frame}) {
    if (reg == convention.frame && !depth_.frame_pointer) continue;
    if ((instruction.read & bit(reg)) == 0) continue;
    if (!accesses || instruction.base != reg || instruction.indexed) return reg;
  }
  return std::nullopt;
}

void OperandCosts::find_accesses() {
  const Registers& convention = effects_.convention();
  for (std::size_t i = 0; i < code_.size() && slots_known_; i++) {
    const Instruction& instruction = code_[i];
    const auto taken = taken_through(instruction);
    const auto base = taken ? taken : instruction.base;
    const bool through =
        base && (base == convention.stack || (base == convention.frame && depth_.frame_pointer));
    if (!through || !(taken || instruction.reads_memory || instruction.writes_memory)) continue;
    const auto at = slot_of(i, *base, instruction.base == base ? instruction.displacement : 0);
    // Nothing is known on no way from the entry.
    slots_known_ = at.has_value();
    if (!at) break;
    if (taken || instruction.memory_bytes > kWidest) {
      lowest_taken_ = std::min(lowest_taken_, *at);
      continue;
    }
    const Access access{i, *at, *at + instruction.memory_bytes};
    if (instruction.reads_memory) loads_.push_back(access);
    if (instruction.writes_memory) stores_.push_back(access);
  }
  const auto place = [](const Access& access) { return std::pair(access.begin, access.end); };
  std::ranges::sort(loads_, {}, place);
  const auto same = [&](const Access& a, const Access& b) { return place(a) == place(b); };
  loads_.erase(std::unique(loads_.begin(), loads_.end(), same), loads_.end());
  std::ranges::sort(stores_, {}, &Access::begin);
}

std::vector<std::size_t> OperandCosts::stores_to(std::size_t site, const Place& place) const {
  std::vector<std::size_t> result;
  if (!slots_known_) return result;
  const auto begin = slot_of(site, place.reg, place.displacement);
  if (!begin || lowest_taken_ < *begin + place.bytes) return result;
  const std::int64_t end = *begin + place.bytes;
  auto load = std::ranges::lower_bound(loads_, *begin - kWidest, {}, &Access::begin);
  for (; load != loads_.end() && load->begin < end; ++load) {
    if (load->end > *begin) return result;
  }
  auto store = std::ranges::lower_bound(stores_, *begin, {}, &Access::begin);
  for (std::size_t n = 0; n < kMostStores && store != stores_.end() && store->begin < end; n++) {
    if (store->end <= end) result.push_back(store->instruction);
    ++store;
  }
  return result;
}

// Backward from before `from`, along the only way that leads there. `wanted` are registers whose
// values only the site needs; `live` those that something else needs.
void OperandCosts::trace(std::size_t from, RegisterSet wanted, RegisterSet live,
                         std::set<std::size_t>& found) const {
  std::size_t b = blocks_.block_of[from];
  std::size_t i = from;
  bool flags = false;  // does something else need them?
  for (std::size_t steps = 0; steps < kFarthest; steps++) {
    wanted &= ~live;
    if (wanted == 0) return;
    while (i == blocks_.blocks[b].begin) {
      const CodeBlock& block = blocks_.blocks[b];
      if (block.predecessors.size() != 1 || b == blocks_.entry || steps++ >= kFarthest) return;
      const std::size_t before = block.predecessors[0];
      if (blocks_.blocks[before].unknown) return;
      for (const std::size_t to : blocks_.blocks[before].successors) {
        if (to != b) live |= liveness_.before_block(to);
      }
      wanted &= ~live;
      b = before;
      i = blocks_.blocks[b].end;
    }
    const Instruction& instruction = code_[--i];
    const RegisterSet written = instruction.written;
    const RegisterSet needs = effects_.needs(instruction);
    const bool only_result = instruction.flow == Flow::next && !instruction.writes_memory &&
                             instruction.stack_drop == 0 && needs != ~RegisterSet{0};
    const bool counts = (written & wanted) != 0 && (written & live) == 0 && only_result &&
                        !(flags && sets_flags(machine_, instruction));
    if (counts) found.insert(i);
    if (counts || found.contains(i)) {  // the latter: a store to a slot of the site
      wanted = (wanted & ~effects_.ends(instruction)) | needs;
      continue;
    }
    if (instruction.flow == Flow::call && (wanted & effects_.convention().results) != 0) {
      found.insert(i);
    }
    if (sets_flags(machine_, instruction)) flags = false;
    flags |= reads_flags(instruction);
    wanted &= ~effects_.ends(instruction) & ~instruction.written;
    live = effects_.before(instruction, live);
  }
}

OperandCost OperandCosts::at(std::uint64_t site, std::span<const Place> operands,
                             const std::set<std::uint64_t>& passed_over) const {
  OperandCost result;
  const auto here = std::ranges::lower_bound(code_, site, {}, &Instruction::address);
  if (here == code_.end() || here->address != site) return result;
  const auto index = static_cast<std::size_t>(here - code_.begin());
  std::set<std::size_t> found;
  RegisterSet wanted = 0;
  for (const Place& place : operands) {
    if (place.kind == Place::Kind::slot) {
      const auto stores = stores_to(index, place);
      found.insert(stores.begin(), stores.end());
    } else if (place.reg >= 0 && place.reg < 64) {
      wanted |= bit(place.reg);
    }
  }
  const std::set<std::size_t> stores = found;
  const RegisterSet after = liveness_.after(index);
  const RegisterSet live = code_[index].nop ? after : effects_.before(code_[index], after);
  trace(index, wanted & ~bit(effects_.convention().stack), live, found);
  for (const std::size_t i : stores) trace(i, code_[i].read, liveness_.after(i), found);
  for (const std::size_t i : found) {
    if (passed_over.contains(code_[i].address)) continue;
    result.addresses.push_back(code_[i].address);
    if (code_[i].flow == Flow::call) {
      result.calls++;
    } else if (code_[i].writes_memory) {
      result.stores++;
    } else if (code_[i].reads_memory) {
      result.loads++;
    } else if (is_move(code_[i])) {
      result.moves++;
    } else {
      result.others++;
    }
  }
  return result;
}

}  // namespace tracetoll
