#include "text_format.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tracetoll {
namespace {

Estimate estimate_of(double value, double half) {
  Estimate estimate;
  estimate.n = 16;
  estimate.interval = Interval{value, value - half, value + half};
  return estimate;
}

// Digits that the interval does not support would be read as knowledge.
TEST(TextFormat, AsManyDigitsAsTheIntervalSupports) {
  EXPECT_EQ(effect_phrase(estimate_of(9.0249, 0.651), " %"), "+9.02 % [+8.37, +9.68]");
  EXPECT_EQ(effect_phrase(estimate_of(31.24, 1.31), " %"), "+31.2 % [+29.9, +32.5]");
  EXPECT_EQ(effect_phrase(estimate_of(104.4, 15), " %"), "+104 % [+89, +119]");
}

// An unresolved effect is shown by its interval alone: a point estimate would be quoted.
TEST(TextFormat, NotResolvedShowsNoEstimate) {
  EXPECT_EQ(effect_phrase(estimate_of(0.1, 0.3), " %"), "not resolved [-0.20, +0.40]");
  EXPECT_EQ(bound_number(estimate_of(0.1, 0.3)), "0.40");
  EXPECT_EQ(bound_number(estimate_of(-0.1, 0.3)), "0.40");
}

TEST(TextFormat, MissingIsTheReason) {
  Estimate estimate;
  estimate.reason = "clobber was not measured";
  EXPECT_EQ(effect_phrase(estimate, " %"), "clobber was not measured");
  EXPECT_EQ(effect_cell(estimate, " %", 2), "not measured");
}

// "-0.00" reads as a saving.
TEST(TextFormat, NoNegativeZero) {
  EXPECT_EQ(signed_number(-0.001, 2), "+0.00");
  EXPECT_EQ(share_phrase({Interval{-0.001, -0.002, 0.001}, ""}), "0 % [0, 0]");
}

// Whatever the figures, a cell has its width: tables must not fall apart over one absurd value.
TEST(TextFormat, CellsKeepTheirWidth) {
  for (const double value : {0.0, 1.0, -1.0, 99.0, -99.999, 999.96, -9999.6, 1e5, -1e30, 1e32}) {
    for (const double half : {0.0, 1e-9, 0.5, 5.0, 500.0, 2e4, 1e31}) {
      for (int decimals = 0; decimals <= 2; ++decimals) {
        EXPECT_LE(effect_cell(estimate_of(value, half), " %", decimals).size(), kEffectWidth)
            << value << " " << half << " " << decimals;
      }
      EXPECT_LE(share_cell({Interval{value, value - half, value + half}, ""}).size(), 29u);
    }
    EXPECT_LE(time_cell(std::abs(value), 1000).size(), 8u);
    EXPECT_LE(time_cell(std::abs(value), 1).size(), 8u);
  }
}

// Names in a table differ at their ends as often as at their beginnings.
TEST(TextFormat, FitKeepsBothEnds) {
  EXPECT_EQ(fit("select_500.pure+validator=off", 12), "selec..r=off");
  EXPECT_EQ(fit("short", 12), "short");
  EXPECT_EQ(fit("abc", 1), "a");
  EXPECT_EQ(fit("\x1b[31m", 10), "?[31m");
}

TEST(TextFormat, WrapKeepsIntervalsAndUnitsTogether) {
  const std::string text = wrap(std::string(94, 'x') + " +6.25 % [+0.51, +2.33]", "", "  ");
  EXPECT_EQ(text, std::string(94, 'x') + "\n  +6.25 % [+0.51, +2.33]\n");
}

// A word longer than a line, and a hostile list of numbers: still at most 100 columns.
TEST(TextFormat, WrapNeverExceedsTheColumns) {
  std::string numbers;
  for (int i = 0; i < 100; ++i) numbers += "1, ";
  for (const auto& text : {std::string(500, 'x'), numbers, std::string(300, ' '), std::string()}) {
    const std::string wrapped = wrap(text, "  - ", "    ");
    std::size_t start = 0;
    for (std::size_t end; (end = wrapped.find('\n', start)) != std::string::npos; start = end + 1) {
      EXPECT_LE(end - start, kColumns);
    }
    EXPECT_EQ(start, wrapped.size());
  }
}

}  // namespace
}  // namespace tracetoll
