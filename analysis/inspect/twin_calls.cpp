// Calls that came, went, or changed their kind. Calls in the bodies of sites are left out: dormant
// sites do not make them.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

struct Uses {
  std::vector<std::uint64_t> calls;
  std::vector<std::uint64_t> tails;
  int hot = 0;

  std::size_t count() const { return calls.size() + tails.size(); }
  std::vector<std::uint64_t> all() const {
    std::vector<std::uint64_t> result = calls;
    result.insert(result.end(), tails.begin(), tails.end());
    return result;
  }
};
using Callees = std::map<std::string, Uses>;

// "foo.part.0", "foo.constprop.0" and "foo [clone .isra.0]" are foo: which clone a build calls is
// no change of what is called.
std::string original(const std::string& name) {
  const auto end = std::min(name.find('.', 1), name.find(" [clone"));
  return name.substr(0, end);
}

Callees callees_of(const TwinFunction& function) {
  Callees result;
  for (std::size_t i = 0; i < function.shape.callees.size(); i++) {
    const Callee& callee = function.shape.callees[i];
    if (i >= function.callees.size() || function.callees[i].empty()) continue;
    if (function.guarded.contains(callee.site)) continue;
    Uses& uses = result[original(function.callees[i])];
    (callee.tail ? uses.tails : uses.calls).push_back(callee.site);
    uses.hot += callee.cold ? 0 : 1;
  }
  return result;
}

// Some callees of which the same is to be said.
struct Group {
  std::vector<std::string> names;
  std::vector<std::uint64_t> before;
  std::vector<std::uint64_t> after;
  bool hot = false;

  void add(const std::string& name, const Uses& was, const Uses& is) {
    names.push_back(name);
    const auto append = [](const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(was.all(), before);
    append(is.all(), after);
    hot |= was.hot + is.hot > 0;
  }

  std::string list() const {
    constexpr std::size_t kMost = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(kMost, names.size()); i++) {
      text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
    return text;
  }
  const char* are() const { return names.size() == 1 ? "is" : "are"; }
  const char* were() const { return names.size() == 1 ? "was" : "were"; }
  const char* place() const { return hot ? "" : " (off the hot path)"; }

  void tell(CauseKind kind, Toll toll, std::string words, std::vector<TwinCause>& causes) const {
    if (names.empty()) return;
    causes.push_back({kind, hot ? toll : Toll::open, words + place(), before, after});
  }
};

// Instructions that are neither a site's nor guarded by one.
std::int64_t own_instructions(const TwinFunction& function) {
  return std::int64_t{function.shape.total.instructions} - function.sites.instructions -
         static_cast<std::int64_t>(function.guarded.size());
}

int indirect_calls(const TwinFunction& function) {
  return function.shape.hot.calls -
         static_cast<int>(std::ranges::count_if(function.shape.callees, [](const Callee& callee) {
           return !callee.tail && !callee.cold;
         }));
}

void add_indirect(const TwinFunction& before, const TwinFunction& after,
                  std::vector<TwinCause>& causes) {
  const int was = indirect_calls(before);
  const int is = indirect_calls(after);
  if (was == is) return;
  const auto of = [](const TwinFunction& function) {
    return hot_addresses(function,
                         [](const Instruction& i) { return i.flow == Flow::call && !i.target; });
  };
  causes.push_back({CauseKind::calls, toll_of(is - was),
                    fmt::format("{} on the hot path, {} before", counted(is, "indirect call"), was),
                    of(before), of(after)});
}

void add_tail_calls(const Group& lost, const Group& won, std::vector<TwinCause>& causes) {
  lost.tell(CauseKind::tail_call, Toll::more,
            fmt::format("{} {} called; before, the function ended in a jump there (tail call)",
                        lost.list(), lost.are()),
            causes);
  won.tell(CauseKind::tail_call, Toll::less,
           fmt::format("the function ends in a jump to {} (tail call), which {} called before",
                       won.list(), won.were()),
           causes);
}

}  // namespace

void add_call_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes) {
  const Callees old_callees = callees_of(before);
  const Callees new_callees = callees_of(after);
  Group lost_tails, won_tails, come, gone, oftener, seldomer;
  for (const auto& [name, is] : new_callees) {
    const auto found = old_callees.find(name);
    if (found == old_callees.end()) {
      come.add(name, {}, is);
      continue;
    }
    const Uses& was = found->second;
    if (was.tails.size() > is.tails.size() && was.calls.size() < is.calls.size()) {
      lost_tails.add(name, was, is);
    } else if (was.tails.size() < is.tails.size() && was.calls.size() > is.calls.size()) {
      won_tails.add(name, was, is);
    }
    if (was.count() != is.count())
      (was.count() < is.count() ? oftener : seldomer).add(name, was, is);
  }
  for (const auto& [name, was] : old_callees) {
    if (!new_callees.contains(name)) gone.add(name, was, {});
  }
  add_tail_calls(lost_tails, won_tails, causes);

  const auto grown = own_instructions(after) - own_instructions(before);
  const bool outlined = grown < 0;
  const bool inlined = grown > 0;
  if (outlined) {
    come.tell(CauseKind::inlining, Toll::more,
              fmt::format("{} {} called: before, inlined or not there; the function's own code has "
                          "{}",
                          come.list(), come.are(), changed(grown, "instruction")),
              causes);
  }
  if (inlined) {
    gone.tell(CauseKind::inlining, Toll::open,
              fmt::format("{} {} no longer called: inlined or removed; the function's own code has "
                          "{}",
                          gone.list(), gone.are(), changed(grown, "instruction")),
              causes);
  }
  if (!outlined) {
    come.tell(CauseKind::calls, Toll::more,
              fmt::format("{} {} called, {} not before", come.list(), come.are(), come.were()),
              causes);
  }
  if (!inlined) {
    gone.tell(CauseKind::calls, Toll::less,
              fmt::format("{} {} no longer called", gone.list(), gone.are()), causes);
  }
  oftener.tell(CauseKind::calls, Toll::more,
               fmt::format("{} {} called from more places", oftener.list(), oftener.are()), causes);
  seldomer.tell(CauseKind::calls, Toll::less,
                fmt::format("{} {} called from fewer places", seldomer.list(), seldomer.are()),
                causes);
  add_indirect(before, after, causes);
}

}  // namespace tracetoll
