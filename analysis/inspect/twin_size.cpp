// What of the hot path's growth the sites explain, and what lies out of line.

#include <fmt/format.h>

#include <cstdlib>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

std::string own_code(const SiteFigures& sites) {
  std::string what;
  const auto add = [&](bool there, const char* name) {
    if (there) what += (what.empty() ? "the " : " and ") + std::string(name);
  };
  add(sites.conditional_branches > 0, "guards");
  add(sites.nops > 0, "NOPs");
  add(sites.calls > 0, "calls");
  return what.empty() ? "the code" : what;
}

// "the guards of 3 sites"
std::string whose(const SiteFigures& before, const SiteFigures& after) {
  if (before.sites == 0) {
    return fmt::format("{} of {}", own_code(after), counted(after.sites, "site"));
  }
  if (after.sites == 0) {
    return fmt::format("{} of {} that {} gone", own_code(before), counted(before.sites, "site"),
                       before.sites == 1 ? "is" : "are");
  }
  return fmt::format("the code of the sites ({}, {} before)", after.sites, before.sites);
}

// "; of +12 instructions 9 are the guards of 3 sites". `by_sites` of the `difference` is what the
// sites brought; they can bring more than there is, where the rest became less.
std::string explained(std::int64_t difference, std::int64_t by_sites, const std::string& sites,
                      std::string_view noun) {
  if (by_sites == 0) return "";
  if (difference == by_sites) {
    return fmt::format("; {} explain all of {:+} {}s", sites, difference, noun);
  }
  const bool within = (difference > 0) == (by_sites > 0) &&
                      std::abs(by_sites) < std::abs(difference) && difference != 0;
  if (within) {
    return fmt::format("; of {:+} {}s {} {} {}", difference, noun, std::abs(by_sites),
                       std::abs(by_sites) == 1 ? "is" : "are", sites);
  }
  return fmt::format("; {} are {:+} {}s, all other code {:+}", sites, by_sites, noun,
                     difference - by_sites);
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
  const std::string sites = whose(before.sites, after.sites);
  if (instructions != 0 || bytes != 0) {
    std::string words = fmt::format(
        "the hot path has {} in {} and {}, before {} in {} and {}",
        counted(is.instructions, "instruction"), counted(is.bytes, "byte"),
        counted(is.cache_lines, "cache line"), was.instructions, was.bytes, was.cache_lines);
    words += explained(instructions, after.sites.instructions - before.sites.instructions, sites,
                       "instruction");
    words += explained(bytes, after.sites.bytes - before.sites.bytes, sites, "byte");
    causes.push_back({CauseKind::size, toll_of(bytes != 0 ? bytes : instructions), words, {}, {}});
  } else if (is.cache_lines != was.cache_lines) {
    causes.push_back({CauseKind::size,
                      Toll::open,
                      fmt::format("as many bytes of the hot path lie in {}, {} before: it lies "
                                  "elsewhere, which any link may change",
                                  counted(is.cache_lines, "cache line"), was.cache_lines),
                      {},
                      {}});
  }
  const int old_cold = before.shape.total.bytes - was.bytes;
  const int new_cold = after.shape.total.bytes - is.bytes;
  if (old_cold == new_cold) return;
  std::string words =
      fmt::format("{} lie off the hot path, {} before", counted(new_cold, "byte"), old_cold);
  const int old_bodies = guarded_bytes(before);
  const int new_bodies = guarded_bytes(after);
  if (old_bodies + new_bodies > 0) {
    words += fmt::format("; {} of them are guarded by sites, {} before", new_bodies, old_bodies);
  }
  causes.push_back({CauseKind::out_of_line, Toll::open, words, {}, {}});
}

}  // namespace tracetoll
