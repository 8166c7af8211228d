#include "basic_blocks.hpp"

#include <algorithm>
#include <bit>

namespace tracetoll {

namespace {

constexpr std::uint64_t kLeastAlignment = 8;

class Builder {
 public:
  Builder(std::span<const Instruction> code, std::span<const CodeRange> parts,
          std::span<const CodeRange> sled, std::span<const HiddenJump> hidden);
  BasicBlocks build();

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t index_of(std::uint64_t address) const;
  void find_parts(std::span<const CodeRange> parts);
  void find_nops(std::span<const CodeRange> sled);
  void find_targets(std::span<const HiddenJump> hidden);
  bool falls(std::size_t i) const;
  bool ends_block(std::size_t i) const;
  void find_leaders();
  void find_alignment();
  void connect(std::size_t from, std::size_t to);
  void connect_known(std::size_t block);
  bool indirect(std::size_t block) const;
  void connect_indirect();

  std::span<const Instruction> code_;
  std::size_t entry_ = kNone;
  std::vector<bool> last_of_part_;
  std::vector<bool> nop_;  // and in no sled
  std::vector<bool> nops_to_end_;
  std::vector<bool> targeted_;
  std::vector<bool> leader_;
  std::vector<bool> behind_call_;  // a call and alignment lie before it
  std::vector<std::size_t> hidden_;
  BasicBlocks result_;
};

Builder::Builder(std::span<const Instruction> code, std::span<const CodeRange> parts,
                 std::span<const CodeRange> sled, std::span<const HiddenJump> hidden)
    : code_(code),
      last_of_part_(code.size()),
      nop_(code.size()),
      nops_to_end_(code.size()),
      targeted_(code.size()),
      leader_(code.size()),
      behind_call_(code.size()),
      hidden_(code.size(), kNone) {
  result_.padding.resize(code.size());
  find_parts(parts);
  find_nops(sled);
  find_targets(hidden);
  find_leaders();
  find_alignment();
}

// The instruction that holds the address.
std::size_t Builder::index_of(std::uint64_t address) const {
  const auto next = std::ranges::upper_bound(code_, address, {}, &Instruction::address);
  if (next == code_.begin() || (next - 1)->end() <= address) return kNone;
  return static_cast<std::size_t>(next - code_.begin()) - 1;
}

void Builder::find_parts(std::span<const CodeRange> parts) {
  if (code_.empty()) return;
  const std::size_t entry = parts.empty() ? kNone : index_of(parts[0].begin);
  entry_ = entry == kNone ? 0 : entry;
  for (std::size_t i = 0; i < code_.size(); i++) {
    last_of_part_[i] = i + 1 == code_.size() || code_[i].end() != code_[i + 1].address;
  }
  for (const CodeRange& part : parts) {
    const std::size_t first = index_of(part.begin);
    if (first != kNone && first > 0) last_of_part_[first - 1] = true;
  }
}

void Builder::find_nops(std::span<const CodeRange> sled) {
  for (std::size_t i = 0; i < code_.size(); i++) nop_[i] = code_[i].nop;
  for (const CodeRange& range : sled) {
    const auto first = std::ranges::lower_bound(code_, range.begin, {}, &Instruction::address);
    for (auto at = first; at != code_.end() && range.contains(at->address); ++at) {
      nop_[static_cast<std::size_t>(at - code_.begin())] = false;
    }
  }
  for (std::size_t i = code_.size(); i-- > 0;) {
    nops_to_end_[i] = last_of_part_[i] || (nop_[i + 1] && nops_to_end_[i + 1]);
  }
}

void Builder::find_targets(std::span<const HiddenJump> hidden) {
  for (const Instruction& from : code_) {
    if (!from.target || (from.flow != Flow::jump && from.flow != Flow::conditional)) continue;
    if (const std::size_t to = index_of(*from.target); to != kNone) targeted_[to] = true;
  }
  for (const HiddenJump& jump : hidden) {
    const std::size_t from = index_of(jump.from);
    const std::size_t to = index_of(jump.to);
    if (from == kNone || to == kNone) continue;
    hidden_[from] = to;
    targeted_[to] = true;
  }
}

bool Builder::falls(std::size_t i) const {
  if (last_of_part_[i]) return false;
  const Flow flow = code_[i].flow;
  if (flow == Flow::call) return !nops_to_end_[i];
  return flow == Flow::next || flow == Flow::conditional;
}

bool Builder::ends_block(std::size_t i) const {
  const Flow flow = code_[i].flow;
  return (flow != Flow::next && flow != Flow::call) || hidden_[i] != kNone ||
         (flow == Flow::call && !last_of_part_[i] && nop_[i + 1]);
}

void Builder::find_leaders() {
  for (std::size_t i = 0; i < code_.size(); i++) {
    const bool fallen = i > 0 && falls(i - 1) && !result_.padding[i - 1];
    const bool reached = fallen || targeted_[i] || i == entry_;
    result_.padding[i] = nop_[i] && !reached;
    const bool more_padding =
        i > 0 && !last_of_part_[i - 1] && result_.padding[i - 1] && result_.padding[i];
    leader_[i] = !more_padding && (!fallen || targeted_[i] || i == entry_ || ends_block(i - 1));
  }
}

// Runs of NOPs that control falls through, into a jump's target or away from a call.
void Builder::find_alignment() {
  for (std::size_t i = 0; i < code_.size();) {
    if (!nop_[i] || result_.padding[i] || targeted_[i] || i == entry_) {
      i++;
      continue;
    }
    std::size_t end = i;
    while (end < code_.size() && nop_[end] && !targeted_[end] && !last_of_part_[end]) end++;
    const bool called = i > 0 && code_[i - 1].flow == Flow::call && !last_of_part_[i - 1];
    if (end < code_.size() && !nop_[end] && (targeted_[end] || called)) {
      const std::uint64_t to = code_[end].address;
      const std::uint64_t alignment = to == 0 ? 0 : std::uint64_t{1} << std::countr_zero(to);
      if (alignment >= kLeastAlignment && to - code_[i].address < alignment) {
        std::fill_n(result_.padding.begin() + static_cast<std::ptrdiff_t>(i), end - i, true);
        leader_[end] = true;
        behind_call_[end] = called && !targeted_[end];
      }
    }
    i = std::max(end, i + 1);
  }
}

void Builder::connect(std::size_t from, std::size_t to) {
  auto& successors = result_.blocks[from].successors;
  if (std::ranges::find(successors, to) != successors.end()) return;
  successors.push_back(to);
  result_.blocks[to].predecessors.push_back(from);
}

bool Builder::indirect(std::size_t block) const {
  const Instruction& last = code_[result_.blocks[block].end - 1];
  return (last.flow == Flow::jump || last.flow == Flow::conditional) && !last.target;
}

void Builder::connect_known(std::size_t block) {
  CodeBlock& from = result_.blocks[block];
  const std::size_t i = from.end - 1;
  const Instruction& last = code_[i];
  if (from.padding) return;
  from.leaves = last.flow == Flow::ret;
  from.unknown = last.unknown || (last.flow == Flow::next && last_of_part_[i]) ||
                 (last.flow == Flow::conditional && last_of_part_[i]);
  if (hidden_[i] != kNone) connect(block, result_.block_of[hidden_[i]]);
  if (last.target && (last.flow == Flow::jump || last.flow == Flow::conditional)) {
    const std::size_t to = index_of(*last.target);
    if (to == kNone) {
      from.leaves = from.tail_call = true;
    } else {
      from.unknown |= code_[to].address != *last.target;
      connect(block, result_.block_of[to]);
    }
  }
  if (falls(i)) {
    from.after_call = last.flow == Flow::call;
    connect(block, block + 1);
  }
}

void Builder::connect_indirect() {
  std::vector<std::size_t> jumps;
  for (std::size_t b = 0; b < result_.blocks.size(); b++) {
    CodeBlock& block = result_.blocks[b];
    if (!indirect(b)) continue;
    const Instruction& last = code_[block.end - 1];
    if (result_.unseen.empty() || (last.reads_memory && !last.indexed)) {
      block.leaves = block.tail_call = true;
    } else {
      block.unknown = true;
      jumps.push_back(b);
    }
  }
  if (jumps.empty()) return;
  const std::size_t hub = result_.blocks.size();
  result_.hub = hub;
  result_.blocks.push_back({code_.size(), code_.size(), result_.unseen, jumps});
  result_.blocks[hub].unknown = true;
  for (const std::size_t b : jumps) result_.blocks[b].successors.push_back(hub);
  for (const std::size_t b : result_.unseen) result_.blocks[b].predecessors.push_back(hub);
}

BasicBlocks Builder::build() {
  for (std::size_t i = 0; i < code_.size(); i++) {
    if (leader_[i] || i == 0) {
      CodeBlock& block = result_.blocks.emplace_back();
      block.begin = i;
      block.padding = result_.padding[i] && (i == 0 || !falls(i - 1));
    }
    result_.blocks.back().end = i + 1;
    result_.block_of.push_back(result_.blocks.size() - 1);
  }
  for (std::size_t b = 0; b < result_.blocks.size(); b++) connect_known(b);
  if (entry_ != kNone) result_.entry = result_.block_of[entry_];
  for (std::size_t b = 0; b < result_.blocks.size(); b++) {
    const CodeBlock& block = result_.blocks[b];
    const bool seen = !block.predecessors.empty() && !behind_call_[block.begin];
    if (!seen && !block.padding && b != result_.entry) result_.unseen.push_back(b);
  }
  connect_indirect();
  return std::move(result_);
}

}  // namespace

BasicBlocks basic_blocks(std::span<const Instruction> code, std::span<const CodeRange> parts,
                         std::span<const CodeRange> sled, std::span<const HiddenJump> hidden) {
  return Builder(code, parts, sled, hidden).build();
}

}  // namespace tracetoll
