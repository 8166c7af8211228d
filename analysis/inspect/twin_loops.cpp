// Loops that are no longer unrolled or vectorised, or now are.
//
// Loops are compared at one depth. Those whose bodies have like mnemonics form a family, in both
// builds together; a body that nobody decoded is like any other. A family with as many loops in
// both is paired in order. Where that gives losses and gains at once the order may have changed,
// and where the numbers differ one may be what an unrolled one leaves for the rest: then all that
// is said is how many are unrolled, and that is open.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

struct Body {
  const Loop* loop = nullptr;
  const std::set<std::string>* mnemonics = nullptr;  // null: not decoded
};
using Bodies = std::vector<Body>;

// The loops of either build of one depth, or of one family.
struct Both {
  Bodies before;
  Bodies after;
};

// Of more loops at one depth than this the bodies are not compared: it takes the square of it.
constexpr std::size_t kMostCompared = 100;

void add_by_depth(const TwinFunction& function, Bodies Both::*side, std::map<int, Both>& depths) {
  for (std::size_t i = 0; i < function.shape.loops.size(); i++) {
    const Loop& loop = function.shape.loops[i];
    const bool known = i < function.loop_bodies.size() && !function.loop_bodies[i].empty();
    (depths[loop.depth].*side).push_back({&loop, known ? &function.loop_bodies[i] : nullptr});
  }
}

// At least half of their mnemonics (Dice's coefficient).
bool alike(const Body& left, const Body& right) {
  if (left.mnemonics == nullptr || right.mnemonics == nullptr) return true;
  const auto common = std::ranges::count_if(
      *left.mnemonics, [&](const std::string& name) { return right.mnemonics->contains(name); });
  return 4 * static_cast<std::size_t>(common) >= left.mnemonics->size() + right.mnemonics->size();
}

std::vector<Both> families(const Both& all) {
  const std::size_t count = all.before.size() + all.after.size();
  if (count > kMostCompared) return {};
  const auto body = [&](std::size_t i) -> const Body& {
    return i < all.before.size() ? all.before[i] : all.after[i - all.before.size()];
  };
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> family(count, kNone);
  std::vector<Both> result;
  for (std::size_t first = 0; first < count; first++) {
    if (family[first] != kNone) continue;
    family[first] = result.size();
    std::vector<std::size_t> open = {first};
    while (!open.empty()) {
      const std::size_t from = open.back();
      open.pop_back();
      for (std::size_t to = 0; to < count; to++) {
        if (family[to] != kNone || !alike(body(from), body(to))) continue;
        family[to] = result.size();
        open.push_back(to);
      }
    }
    result.emplace_back();
  }
  for (std::size_t i = 0; i < count; i++) {
    Both& home = result[family[i]];
    (i < all.before.size() ? home.before : home.after).push_back(body(i));
  }
  return result;
}

// A figure of loops of which a cause is made: `has` where a loop has it at all.
struct Trait {
  CauseKind kind;
  int Loop::*figure;
  int without;
  const char* done;  // "unrolled"
  bool counts;       // how much of it tells, too

  int of(const Body& body) const {
    return counts ? body.loop->*figure : body.loop->*figure > without ? 1 : 0;
  }
  int nothing() const { return counts ? without : 0; }
};
constexpr Trait kUnrolled = {CauseKind::unrolling, &Loop::unroll, 1, "unrolled", true};
constexpr Trait kVectorised = {CauseKind::vectorisation, &Loop::vector_instructions, 0,
                               "vectorised", false};

std::vector<std::uint64_t> heads(const Bodies& loops) {
  std::vector<std::uint64_t> result;
  for (const Body& body : loops) result.push_back(body.loop->head);
  return result;
}

std::vector<int> those_with(const Trait& trait, const Bodies& loops) {
  std::vector<int> result;
  for (const Body& body : loops) {
    if (trait.of(body) > trait.nothing()) result.push_back(trait.of(body));
  }
  return result;
}

// "1 loop, unrolled 4 times", "3 loops, 2 of them unrolled (4 and 8 times)".
std::string census(const Trait& trait, const Bodies& loops) {
  constexpr std::size_t kMost = 5;
  const std::vector<int> with = those_with(trait, loops);
  const std::string count = counted(std::ssize(loops), "loop");
  if (with.empty()) {
    return fmt::format("{}, {} {}", count, loops.size() == 1 ? "not" : "none of them", trait.done);
  }
  std::string times;
  for (std::size_t i = 0; i < std::min(kMost, with.size()); i++) {
    times += fmt::format("{}{}", i == 0 ? "" : i + 1 == with.size() ? " and " : ", ", with[i]);
  }
  if (with.size() > kMost) times += fmt::format(" and {} others", with.size() - kMost);
  if (loops.size() == 1) {
    return trait.counts ? fmt::format("{}, {} {} times", count, trait.done, times)
                        : fmt::format("{}, {}", count, trait.done);
  }
  const std::string some = fmt::format("{}, {} of them {}", count, with.size(), trait.done);
  return trait.counts ? fmt::format("{} ({} times)", some, times) : some;
}

void add_pair(const Trait& trait, const Body& before, const Body& after, bool only,
              std::vector<TwinCause>& causes) {
  const int was = trait.of(before);
  const int is = trait.of(after);
  if (was == is) return;
  const std::string which = only ? "its loop" : fmt::format("the loop at {:#x}", after.loop->head);
  std::string words;
  if (is == trait.nothing()) {
    words = fmt::format("{} is no longer {}", which, trait.done);
    if (trait.counts) words += fmt::format("; before, {} times", was);
  } else if (!trait.counts) {
    words = fmt::format("{} is now {}", which, trait.done);
  } else {
    words = fmt::format(
        "{} is {} {} times; {}", which, trait.done, is,
        was == trait.nothing() ? std::string("before, it was not") : fmt::format("{} before", was));
  }
  causes.push_back({trait.kind, toll_of(was - is), words, {before.loop->head}, {after.loop->head}});
}

// One loop with the trait and one for the rest, which is like the single loop of the other build.
bool split(const Trait& trait, const Bodies& two, const Bodies& one) {
  if (two.size() != 2 || one.size() != 1 || trait.of(one[0]) != trait.nothing()) return false;
  if (those_with(trait, two).size() != 1) return false;
  const Body& rest = trait.of(two[0]) == trait.nothing() ? two[0] : two[1];
  return rest.mnemonics != nullptr && one[0].mnemonics != nullptr && alike(rest, one[0]);
}

void add_family(const Trait& trait, const Both& loops, bool only, std::vector<TwinCause>& causes) {
  if (loops.before.empty() || loops.after.empty()) return;
  bool lost = false, won = false;
  if (loops.before.size() == loops.after.size()) {
    for (std::size_t i = 0; i < loops.before.size(); i++) {
      lost |= trait.of(loops.before[i]) > trait.of(loops.after[i]);
      won |= trait.of(loops.before[i]) < trait.of(loops.after[i]);
    }
    if (!lost || !won) {
      for (std::size_t i = 0; i < loops.before.size(); i++)
        add_pair(trait, loops.before[i], loops.after[i], only, causes);
      return;
    }
  }
  std::vector<int> was = those_with(trait, loops.before);
  std::vector<int> is = those_with(trait, loops.after);
  std::ranges::sort(was);
  std::ranges::sort(is);
  if (was == is) return;
  const Toll toll = split(trait, loops.before, loops.after)   ? Toll::more
                    : split(trait, loops.after, loops.before) ? Toll::less
                                                              : Toll::open;
  causes.push_back(
      {trait.kind, toll,
       fmt::format("{}; before, {}", census(trait, loops.after), census(trait, loops.before)),
       heads(loops.before), heads(loops.after)});
}

}  // namespace

void add_loop_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes) {
  std::map<int, Both> depths;
  add_by_depth(before, &Both::before, depths);
  add_by_depth(after, &Both::after, depths);
  const bool only = before.shape.loops.size() == 1 && after.shape.loops.size() == 1;
  for (const auto& [depth, loops] : depths) {
    for (const Both& family : families(loops)) add_family(kUnrolled, family, only, causes);
  }
  // Vector instructions leave nothing by which a body would be known again.
  for (const auto& [depth, loops] : depths) add_family(kVectorised, loops, only, causes);
}

}  // namespace tracetoll
