// Dose-response: what one copy of a marker costs, from many copies at one site (run --dose). A
// direct comparison cannot tell a NOP of 0.1 ns from nothing; 256 of them can be told. Only the
// cost that adds up is seen so: front end, guard; register pressure does not grow with the copies.
//
//   layout    y(n) = T (exp(median over rounds of ln(t(n) / t(0))) - 1) / h
//             t(n): time of an operation with n copies; T: the typical t(0), in ns; h: how often an
//             operation runs the site. So y is in ns a pass of the site, 0 with no copy.
//   line      slope.hpp, over the doses from 1 on: the first copy may cost what no other does, as a
//             loop with any asm in it is compiled otherwise; what it costs stands among the points.
//             Theil-Sen by layout, interval across layouts; doses are taken upwards as long as they
//             lie within a tenth of the line of the lower ones: where they leave it is the knee.
//
// Nanoseconds are of the machine as it was: its clock, and who shared the core. Another hour may
// give a third more (docs/method.md), which the interval across layouts cannot hold.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sample.hpp"
#include "slope.hpp"

namespace tracetoll {

// Of all tests for a departure from the line together; the first is at the fourth dose.
inline constexpr double kLackOfFitLevel = 0.99;
inline constexpr double kStraightEnough = 0.1;  // of the dose's own cost

struct DoseEffect {
  std::string workload;
  std::string variant;             // "nop5"
  std::int64_t hits_per_op = 0;    // of the site; 0: the workload has no such site
  DoseLine line;                   // slope in ns a copy, departure in ns a pass of the site
  std::map<int, Estimate> points;  // by copies, without 0: ns a pass of the site
  std::map<int, Estimate> steps;   // by copies: ns of each copy beyond the dose before
};

// The variants of the context that come in copies, on every workload.
std::vector<DoseEffect> find_doses(const Samples& samples, double level);

}  // namespace tracetoll
