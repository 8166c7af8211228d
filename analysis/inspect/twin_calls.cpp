// Calls that came, went, or changed their kind. Calls in the bodies of sites are left out: dormant
// sites do not make them. Callees are told by their names: where the builds make unequally many
// calls of which nobody knows the callee, one of those may be what is missed elsewhere, and nothing
// is said of any name.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

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
// no change of what is called. Nor is the way: "foo@plt" and "foo@got" lead to foo.
std::string original(std::string_view name) {
  for (const std::string_view way : {"@plt", "@got"}) {
    if (name.ends_with(way)) name.remove_suffix(way.size());
  }
  const auto end = std::min(name.find('.', 1), name.find(" [clone"));
  return std::string(name.substr(0, end));
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
         function.sites.operand_instructions - function.sites.off_hot_instructions -
         static_cast<std::int64_t>(function.guarded.size());
}

// Hot calls whose callee has no name here: through pointers.
struct Indirect {
  int calls = 0;
  int tails = 0;
};

Indirect indirect(const TwinFunction& function) {
  Indirect result{function.shape.hot.calls, function.shape.hot.tail_calls};
  for (const Callee& callee : function.shape.callees) {
    if (!callee.cold) (callee.tail ? result.tails : result.calls)--;
  }
  return result;
}

// Callees that have no name here, wherever they are called.
std::size_t nameless(const TwinFunction& function) {
  std::set<std::uint64_t> named;
  for (std::size_t i = 0; i < function.shape.callees.size(); i++) {
    if (i < function.callees.size() && !function.callees[i].empty())
      named.insert(function.shape.callees[i].site);
  }
  std::set<std::uint64_t> result(function.indirect_tails.begin(), function.indirect_tails.end());
  for (const Instruction& i : function.code) {
    if (i.flow == Flow::call && !named.contains(i.address) && !function.guarded.contains(i.address))
      result.insert(i.address);
  }
  for (const Callee& callee : function.shape.callees) {
    if (!named.contains(callee.site) && !function.guarded.contains(callee.site))
      result.insert(callee.site);
  }
  return result.size();
}

// What may be another way to the same callee is no callee come or gone.
bool all_named_alike(const TwinFunction& before, const TwinFunction& after) {
  const Indirect was = indirect(before), is = indirect(after);
  return was.calls == is.calls && was.tails == is.tails && nameless(before) == nameless(after);
}

void add_indirect(const TwinFunction& before, const TwinFunction& after,
                  std::vector<TwinCause>& causes) {
  const Indirect was = indirect(before);
  const Indirect is = indirect(after);
  const int calls = is.calls - was.calls;
  const int tails = is.tails - was.tails;
  const auto of = [](const TwinFunction& function) {
    std::set<std::uint64_t> named;
    for (const Callee& callee : function.shape.callees) named.insert(callee.site);
    auto result = hot_addresses(function, [&](const Instruction& i) {
      return i.flow == Flow::call && !i.target && !named.contains(i.address);
    });
    result.insert(result.end(), function.indirect_tails.begin(), function.indirect_tails.end());
    return result;
  };
  const auto counts = [](const Indirect& one) {
    return fmt::format("{} and {}", counted(one.calls, "indirect call"),
                       counted(one.tails, "indirect jump"));
  };
  if (tails == 0) {
    if (calls == 0) return;
    causes.push_back({CauseKind::calls, same_loops(before, after) ? toll_of(calls) : Toll::open,
                      fmt::format("{} on the hot path, {} before",
                                  counted(is.calls, "indirect call"), was.calls),
                      of(before), of(after)});
    return;
  }
  const std::string words =
      fmt::format("{} out of the function on the hot path, {} before", counts(is), counts(was));
  const bool lost = tails < 0 && calls > 0;
  const bool won = tails > 0 && calls < 0;
  if (lost || won) {
    causes.push_back({CauseKind::tail_call, lost ? Toll::more : Toll::less,
                      words + (lost ? ": a tail call seems to have become a call"
                                    : ": a call seems to have become a tail call"),
                      of(before), of(after)});
  } else {
    causes.push_back({CauseKind::calls, Toll::open, words, of(before), of(after)});
  }
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

  add_indirect(before, after, causes);
  if (!all_named_alike(before, after)) return;
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
  // Each copy of an unrolled body has its calls.
  const bool same = same_loops(before, after);
  oftener.tell(CauseKind::calls, same ? Toll::more : Toll::open,
               fmt::format("{} {} called from more places", oftener.list(), oftener.are()), causes);
  seldomer.tell(CauseKind::calls, same ? Toll::less : Toll::open,
                fmt::format("{} {} called from fewer places", seldomer.list(), seldomer.are()),
                causes);
}

}  // namespace tracetoll
