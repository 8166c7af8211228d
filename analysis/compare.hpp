// What changed from one run (OLD) to another (NEW): the effect of every variant, and its time.
//
// An effect is that of effects.hpp, by layout; its change is NEW - OLD in points. The layouts of
// two builds do not pair, even of the same seed: the effects of the same variant in layouts of the
// same number had a correlation of 0.12 over a compiler flag. So the two are independent samples
// (two_sample.hpp). Two runs on the very same layouts do correlate, which makes the intervals wider
// than they had to be.
//
// A time is, by layout, the median over its processes of the median CPU time of an operation; a run
// has the exponential of the trimmed mean over layouts of ln(time), and the change is
// 100 (exp(difference) - 1) percent of OLD. The speed of the machine in that hour is in it, and no
// interval within the two runs can know it; in an effect it cancels. So a verdict rests on effects
// unless the caller says otherwise.
//
// Many changes are looked at together, and one of many is easily off by chance. Holm's procedure
// (holm.hpp) is applied to all effects as one family and to all times as another: of what did not
// change, anything at all is called resolved with a chance of `alpha` a family. The interval shown
// is that of the step which decided, so that "resolved" and "the interval leaves 0 out" are one.
// Tried on real runs where nothing changed: of two runs of preset 2007 (30 s, guest of KVM, 16
// layouts) one half of the layouts was compared with the other, 24 effects at a time; in 10 of 300
// random splits something was resolved.
//
// A regression is a change whose whole interval lies above the threshold, and whose difference from
// the threshold Holm's procedure rejects as well: the step at which a change was told from 0 is no
// guarantee against another value. At threshold 0 the two are the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report.hpp"
#include "sample.hpp"

namespace tracetoll {

enum class Judged { kEffect, kTime, kBoth };

struct CompareOptions {
  double threshold = 0;  // points of an effect, percent of a time; at least 0
  Judged judged = Judged::kEffect;
  bool allow_unlike = false;
  double alpha = 1 - kDefaultLevel;
};

struct Change {
  Estimate before;  // of its run alone, at kDefaultLevel; percent of `none`, or ns
  Estimate after;
  Estimate change;                // points, or percent of OLD; at the level that decided
  std::optional<double> p_value;  // two-sided, not adjusted; with an interval, and only then
  bool regression = false;
};

struct VariantComparison {
  std::string name;
  std::optional<Change> effect;  // none for `none`
  Change time;
};

struct WorkloadComparison {
  std::string name;
  std::string operation;                    // of OLD
  std::vector<VariantComparison> variants;  // in the order of OLD, `none` first
};

// How the changes of a family came out. `missing` has no interval; the rest adds up to `compared`.
struct Tally {
  int compared = 0;
  int slower = 0;
  int faster = 0;
  int unresolved = 0;
  int regressions = 0;  // of `slower`
  int missing = 0;
};

struct Comparison {
  CompareOptions options;
  Report before;  // `file` and `notes` are the caller's, as in any Report
  Report after;
  std::vector<std::string> unlike;    // how the runs differ; not empty only with allow_unlike
  std::vector<std::string> left_out;  // variants that only one of the two has
  std::vector<WorkloadComparison> workloads;
  Tally effects;
  Tally times;

  bool unreliable() const { return before.unreliable() || after.unreliable(); }
  bool judges_effects() const { return options.judged != Judged::kTime; }
  bool judges_times() const { return options.judged != Judged::kEffect; }
  bool regression() const {
    return (judges_effects() && effects.regressions > 0) ||
           (judges_times() && times.regressions > 0);
  }
};

// A pure function. Throws InputError when the runs are unlike (naming every difference) and
// !allow_unlike, and when they have nothing in common that is judged. Anything less is a reason in
// the result: runs without blocks, with too few layouts.
Comparison make_comparison(const Samples& before, const Samples& after,
                           const CompareOptions& options);

// The printers, one file each; total, as those of report.hpp.
std::string compare_text(const Comparison& comparison);  // ASCII, lines of at most 100 columns
std::string compare_json(const Comparison& comparison);  // "tracetoll.compare/1", strict: no NaN
std::string compare_lkp(const Comparison& comparison);   // as the kernel test robot's; UTF-8

}  // namespace tracetoll
