// Why a dormant call costs what it costs: the ladder of contrasts, and the reading of 2007 beside
// it.
//
//   arguments   anchor - none                 operands kept alive, optimisations lost to any asm
//   branch      branch - anchor               the guard: load, test, conditional branch
//   icache      sled_cold:matched - branch    the bytes of the cold block
//   registers   clobber - branch              what a call clobbers, without the call
//   residual    call - the sum of these       what no variant isolates; reported, never hidden
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contrast.hpp"

namespace tracetoll {

// A cause in events an operation, and a site hit where there are hits: by Callgrind, exact, or
// measured, with an interval always.
struct ExactContrast {
  std::string event;
  double per_op = 0;
  std::optional<double> per_site;
};
struct MeasuredContrast {
  std::string event;
  std::string source;
  Estimate per_op;
  std::optional<Estimate> per_site;
};

struct Cause {
  std::string name;
  Contrast contrast;
  Estimate points;  // percent of `none`; without figures when a variant was not measured
  Share share_of_call;
  std::vector<ExactContrast> exact = {};
  std::vector<MeasuredContrast> measured = {};
  // What else points there: of the code (evidence.hpp), then of the counts (counts_evidence.hpp).
  std::vector<std::string> evidence = {};
  std::string contradiction = {};    // what is denied of the time; empty: nothing
  std::string contradicted_by = {};  // "the code", "the counts", "the counts and the code"
};

// The ladder, in the order above: the same five whatever was measured.
std::vector<std::pair<std::string, Contrast>> ladder();

std::vector<Cause> find_causes(const std::map<int, Effects>& layouts, const Rule& rule);

// The resolved, positive cause with the largest estimate, and the other causes that it cannot be
// told from: those where the interval of the difference reaches 0. With k others each difference
// has the level 1 - (1 - level) / k, since the largest of several is chosen after looking.
struct LargestCause {
  std::string name;
  std::vector<std::string> rivals;  // in the order of the ladder; empty: it is the largest
};
std::optional<LargestCause> find_largest(const std::vector<Cause>& causes,
                                         const std::map<int, Effects>& layouts, const Rule& rule);

// The two halves that the founding experiment had: 750 bytes of NOPs in place of the call keep some
// of the slow-down, and only the call adds the rest. The first half holds arguments, branch and
// icache together, which is why the ladder goes further.
struct Reading2007 {
  Estimate kept;  // sled_cold:750 - none
  Share kept_share;
  Estimate added;  // call - sled_cold:750
  Share added_share;
};
Reading2007 read_as_in_2007(const std::map<int, Effects>& layouts, const Rule& rule);

// What the six figures of the post give: (6.0227 - 5.6717) / (6.1823 - 5.6717) and
// (11.8774 - 11.6195) / (12.8831 - 11.6195).
inline constexpr double kKeptOpenClose2007 = 0.69;
inline constexpr double kKeptSelect2007 = 0.20;

}  // namespace tracetoll
