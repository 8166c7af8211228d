// What of the hot path's growth the sites explain, and what lies out of line.

#include <fmt/format.h>

#include <algorithm>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

// Some code of sites as the subject of a sentence.
struct Subject {
  std::string words;
  bool one = false;
  const char* is() const { return one ? "is" : "are"; }
};

// "the guards of 3 sites", "the NOP of 1 site".
Subject own_code(const SiteFigures& sites) {
  const int kinds = (sites.conditional_branches > 0) + (sites.nops > 0) + (sites.calls > 0);
  Subject result;
  result.one = kinds == 0 || sites.others > 0 ||
               (kinds == 1 && sites.conditional_branches + sites.nops + sites.calls == 1);
  const auto add = [&](int count, const char* name) {
    if (count == 0) return;
    result.words +=
        fmt::format("{}{}{}", result.words.empty() ? "the " : " and ", name, count == 1 ? "" : "s");
  };
  if (sites.others == 0) {
    add(sites.conditional_branches, "guard");
    add(sites.nops, "NOP");
    add(sites.calls, "call");
  }
  if (result.words.empty()) result.words = "the code";
  result.words += " of " + counted(sites.sites, "site");
  return result;
}

Subject whose(const SiteFigures& before, const SiteFigures& after) {
  if (before.sites == 0) return own_code(after);
  if (after.sites == 0) {
    Subject result = own_code(before);
    result.words += before.sites == 1 ? " that is gone" : " that are gone";
    return result;
  }
  return {fmt::format("the code of the sites ({}, {} before)", after.sites, before.sites), true};
}

std::string signed_number(std::int64_t number) {
  return number == 0 ? "0" : fmt::format("{:+}", number);
}

// One figure's difference, and whose it is.
struct Share {
  std::int64_t own = 0;  // the sites'
  std::int64_t operands = 0;
  std::int64_t rest = 0;
};

// "; the NOP of 1 site is +1 instruction, its operands +2, all other code 0; in bytes +1, +7 and
// 0". Each is counted by itself; none is concluded from the sum.
std::string explained(const TwinFunction& before, const TwinFunction& after) {
  const SiteFigures& was = before.sites;
  const SiteFigures& is = after.sites;
  const auto share = [](int difference, int own, int operands) {
    return Share{own, operands, std::int64_t{difference} - own - operands};
  };
  const Share instructions =
      share(after.shape.hot.instructions - before.shape.hot.instructions,
            is.instructions - was.instructions, is.operand_instructions - was.operand_instructions);
  const Share bytes = share(after.shape.hot.bytes - before.shape.hot.bytes, is.bytes - was.bytes,
                            is.operand_bytes - was.operand_bytes);
  const bool operands = was.operand_bytes + is.operand_bytes > 0;
  if (instructions.own == 0 && bytes.own == 0 && !operands) return "";
  const Subject sites = whose(was, is);
  const char* its = std::max(was.sites, is.sites) == 1 ? "its" : "their";
  const bool one = instructions.own == 1 || instructions.own == -1;
  return fmt::format(
      "; {} {} {} {}{}, all other code {}; in bytes {}{} and {}", sites.words, sites.is(),
      signed_number(instructions.own), one ? "instruction" : "instructions",
      operands ? fmt::format(", {} operands {}", its, signed_number(instructions.operands)) : "",
      signed_number(instructions.rest), signed_number(bytes.own),
      operands ? fmt::format(", {}", signed_number(bytes.operands)) : "",
      signed_number(bytes.rest));
}

int guarded_bytes(const TwinFunction& function) {
  int bytes = 0;
  for (const Instruction& instruction : function.code) {
    if (function.guarded.contains(instruction.address)) bytes += instruction.size;
  }
  return bytes;
}

}  // namespace

void add_size_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes) {
  const CodeFigures& was = before.shape.hot;
  const CodeFigures& is = after.shape.hot;
  const int instructions = is.instructions - was.instructions;
  const int bytes = is.bytes - was.bytes;
  if (instructions != 0 || bytes != 0) {
    const std::string words =
        fmt::format("the hot path has {} in {} and {}, before {} in {} and {}",
                    counted(is.instructions, "instruction"), counted(is.bytes, "byte"),
                    counted(is.cache_lines, "cache line"), was.instructions, was.bytes,
                    was.cache_lines) +
        explained(before, after);
    // A size is what stands there, not what runs: fewer instructions may be a loop where straight
    // code was, more may be what a call ran before.
    const int calls = is.calls + is.tail_calls - after.sites.calls;
    const int old_calls = was.calls + was.tail_calls - before.sites.calls;
    const bool more = instructions > 0 && same_loops(before, after) && calls >= old_calls;
    causes.push_back({CauseKind::size, more ? Toll::more : Toll::open, words, {}, {}});
  } else if (is.cache_lines != was.cache_lines) {
    causes.push_back({CauseKind::size,
                      Toll::open,
                      fmt::format("the hot path has as many instructions and bytes as before, in "
                                  "{}, {} before: where they lie, any link may change",
                                  counted(is.cache_lines, "cache line"), was.cache_lines),
                      {},
                      {}});
  }
  const int old_cold = before.shape.total.bytes - was.bytes;
  const int new_cold = after.shape.total.bytes - is.bytes;
  if (old_cold == new_cold) return;
  std::string words =
      fmt::format("off the hot path: {}, {} before", counted(new_cold, "byte"), old_cold);
  const int old_bodies = guarded_bytes(before);
  const int new_bodies = guarded_bytes(after);
  if (old_bodies + new_bodies > 0) {
    words += fmt::format("; guarded by sites: {}, {} before", new_bodies, old_bodies);
  }
  causes.push_back({CauseKind::out_of_line, Toll::open, words, {}, {}});
}

}  // namespace tracetoll
