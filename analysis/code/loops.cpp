#include "loops.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tracetoll {

namespace {

constexpr std::size_t kNone = LoopNest::kNone;

// Entries of a region without a head are handed on to the loop around it: once each in code that
// compilers write. Beyond this share of the edges it is a tangle, and what is left is no loop.
constexpr std::size_t kMostHandedOn = 4;

class Nesting {
 public:
  explicit Nesting(const BasicBlocks& blocks)
      : blocks_(blocks),
        order_(blocks.blocks.size(), kNone),
        last_(blocks.blocks.size()),
        tree_(blocks.blocks.size(), kNone),
        merged_(blocks.blocks.size()),
        outer_(blocks.blocks.size(), kNone),
        head_(blocks.blocks.size(), false),
        more_(blocks.blocks.size()),
        marked_(blocks.blocks.size(), kNone) {}

  LoopNest run() {
    if (blocks_.entry) walk(*blocks_.entry);
    for (const std::size_t b : blocks_.unseen) walk(b);
    for (std::size_t b = 0; b < merged_.size(); b++) merged_[b] = b;
    for (std::size_t i = blocks_by_order_.size(); i-- > 0;) close(blocks_by_order_[i]);
    return nest();
  }

 private:
  // In depth, without recursion: hostile code is as deep as it is long.
  void walk(std::size_t root) {
    if (order_[root] != kNone) return;
    struct Step {
      std::size_t block;
      std::size_t next;
    };
    std::vector<Step> path = {{root, 0}};
    enter(root, root);
    while (!path.empty()) {
      auto& [block, next] = path.back();
      const auto& successors = blocks_.blocks[block].successors;
      if (next == successors.size()) {
        last_[block] = blocks_by_order_.size() - 1;
        path.pop_back();
        continue;
      }
      const std::size_t to = successors[next++];
      if (order_[to] != kNone) continue;
      enter(to, root);
      path.push_back({to, 0});
    }
  }

  void enter(std::size_t block, std::size_t root) {
    order_[block] = blocks_by_order_.size();
    tree_[block] = root;
    blocks_by_order_.push_back(block);
  }

  bool below(std::size_t block, std::size_t ancestor) const {
    return order_[ancestor] <= order_[block] && order_[block] <= last_[ancestor];
  }

  // The head of the outermost loop closed so far around the block, or the block.
  std::size_t merged(std::size_t block) {
    std::size_t top = block;
    while (merged_[top] != top) top = merged_[top];
    while (merged_[block] != top) block = std::exchange(merged_[block], top);
    return top;
  }

  // Finds the body of the loop with this head, if it is one; all inner ones are closed already.
  void close(std::size_t head) {
    std::vector<std::size_t> body;
    bool back = false, one_entry = true;
    const auto add = [&](std::size_t block) {
      if (block == head || marked_[block] == head) return;
      marked_[block] = head;
      body.push_back(block);
    };
    for (const std::size_t from : blocks_.blocks[head].predecessors) {
      work_++;
      if (order_[from] == kNone || !below(from, head)) continue;
      back = true;
      add(merged(from));
    }
    if (!back) return;
    for (std::size_t i = 0; i < body.size(); i++) {
      const auto visit = [&](std::size_t from) {
        work_++;
        // Another tree is what nothing known leads to: a landing pad is no entry of its loop.
        if (order_[from] == kNone || tree_[from] != tree_[head]) return;
        const std::size_t outermost = merged(from);
        if (below(outermost, head)) {
          add(outermost);
          return;
        }
        one_entry = false;
        if (++handed_on_ < kMostHandedOn * order_.size()) more_[head].push_back(outermost);
      };
      std::ranges::for_each(blocks_.blocks[body[i]].predecessors, visit);
      std::ranges::for_each(more_[body[i]], visit);
    }
    head_[head] = one_entry && head != blocks_.hub && handed_on_ < kMostHandedOn * order_.size();
    for (const std::size_t block : body) {
      outer_[block] = head;
      merged_[block] = head;
    }
  }

  // From the outermost in: a head comes before all of its body in the order of the walk.
  LoopNest nest() const {
    LoopNest result;
    result.of_block.resize(order_.size());
    result.work = work_;
    for (const std::size_t b : blocks_by_order_) {
      LoopNest::Nested& nested = result.of_block[b];
      if (outer_[b] != kNone) nested = result.of_block[outer_[b]];
      if (!head_[b]) continue;
      nested = {b, nested.head, nested.depth + 1};
      result.heads.push_back(b);
    }
    return result;
  }

  const BasicBlocks& blocks_;
  std::vector<std::size_t> blocks_by_order_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> last_;  // in the order, of those below
  std::vector<std::size_t> tree_;
  std::vector<std::size_t> merged_;
  std::vector<std::size_t> outer_;
  std::vector<bool> head_;
  std::vector<std::vector<std::size_t>> more_;  // ways in that a merged region took over
  std::vector<std::size_t> marked_;
  std::size_t handed_on_ = 0;
  std::size_t work_ = 0;
};

// How often a sequence repeats from its start to its end (Knuth, Morris, Pratt).
std::size_t repetitions(std::span<const std::string_view> sequence) {
  std::vector<std::size_t> border(sequence.size(), 0);
  for (std::size_t i = 1; i < sequence.size(); i++) {
    std::size_t k = border[i - 1];
    while (k > 0 && sequence[i] != sequence[k]) k = border[k - 1];
    border[i] = sequence[i] == sequence[k] ? k + 1 : 0;
  }
  if (sequence.empty()) return 1;
  const std::size_t period = sequence.size() - border.back();
  return sequence.size() % period == 0 ? sequence.size() / period : 1;
}

int repeated_access(Machine machine, std::span<const Instruction* const> body) {
  RegisterSet stepped = 0;
  for (const Instruction* instruction : body) {
    if (instruction->reads_memory || instruction->flow != Flow::next) continue;
    stepped |= instruction->written;
  }
  stepped &= ~bit(registers(machine).stack);
  // g++ moves a step between a load and a store of the same place: (%rdi) and -8(%rdi), once each.
  using Access = std::tuple<std::string_view, bool, std::optional<int>, std::optional<int>, int>;
  std::map<Access, std::set<std::int64_t>> displacements;
  std::size_t most = 0;
  for (const Instruction* i : body) {
    if (!i->reads_memory && !i->writes_memory) continue;
    const RegisterSet address = (i->base ? bit(*i->base) : 0) | (i->index ? bit(*i->index) : 0);
    if ((address & stepped) == 0) continue;
    auto& seen = displacements[{i->mnemonic, i->writes_memory, i->base, i->index, i->scale}];
    seen.insert(i->displacement);
    most = std::max(most, seen.size());
  }
  return static_cast<int>(most);
}

}  // namespace

LoopNest loop_nest(const BasicBlocks& blocks) {
  return Nesting(blocks).run();
}

int unroll_of(Machine machine, std::span<const Instruction* const> body) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kLongestLatch = 3;
  const int accesses = repeated_access(machine, body);
  if (accesses > 0) return accesses;
  std::vector<std::string_view> sequence;
  for (const Instruction* instruction : body) sequence.push_back(instruction->mnemonic);
  std::size_t most = 1;
  for (std::size_t latch = 0; latch <= kLongestLatch; latch++) {
    if (sequence.size() < kShortest + latch) break;
    most = std::max(most, repetitions(std::span(sequence).first(sequence.size() - latch)));
  }
  return static_cast<int>(most);
}

std::vector<Loop> loops(Machine machine, std::span<const Instruction> code,
                        const BasicBlocks& blocks) {
  const LoopNest nest = loop_nest(blocks);
  std::vector<Loop> by_head(blocks.blocks.size());
  std::vector<std::vector<const Instruction*>> bodies(blocks.blocks.size());
  for (std::size_t b = 0; b < blocks.blocks.size(); b++) {
    const std::size_t head = nest.of_block[b].head;
    if (head == kNone) continue;
    for (std::size_t i = blocks.blocks[b].begin; i < blocks.blocks[b].end; i++) {
      if (blocks.padding[i]) continue;
      bodies[head].push_back(&code[i]);
      by_head[head].bytes += code[i].size;
      by_head[head].instructions++;
      by_head[head].vector_instructions += code[i].vector ? 1 : 0;
    }
  }
  std::vector<Loop> result;
  for (std::size_t i = nest.heads.size(); i-- > 0;) {
    const std::size_t head = nest.heads[i];
    Loop& loop = by_head[head];
    loop.head = code[blocks.blocks[head].begin].address;
    loop.depth = nest.of_block[head].depth;
    loop.unroll = unroll_of(machine, bodies[head]);
    if (const std::size_t outer = nest.of_block[head].outer; outer != kNone) {
      by_head[outer].bytes += loop.bytes;
      by_head[outer].instructions += loop.instructions;
      by_head[outer].vector_instructions += loop.vector_instructions;
    }
    result.push_back(loop);
  }
  std::ranges::sort(result, {}, &Loop::head);
  return result;
}

}  // namespace tracetoll
