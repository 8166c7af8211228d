#include "student_t.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tracetoll {
namespace {

// The printed tables, and the two closed forms: 1 degree of freedom is Cauchy's distribution,
// tan(pi level / 2); with 2 it is level sqrt(2 / (1 - level^2)).
TEST(StudentT, TablesAndClosedForms) {
  EXPECT_NEAR(student_t_factor(0.95, 9), 2.262157, 1e-6);
  EXPECT_NEAR(student_t_factor(0.95, 1e7), 1.959964, 1e-5);
  EXPECT_NEAR(student_t_factor(0.95, 1), std::tan(std::acos(-1.0) * 0.95 / 2), 1e-9);
  EXPECT_NEAR(student_t_factor(0.9975, 2), 0.9975 * std::sqrt(2 / (1 - 0.9975 * 0.9975)), 1e-9);
}

// Both closed forms again: P(|T| > t) is 1 - 2 atan(t) / pi, and 1 - t / sqrt(2 + t^2).
TEST(StudentT, PValuesOfTheClosedForms) {
  EXPECT_NEAR(student_t_p_value(3, 1), 1 - 2 * std::atan(3.0) / std::acos(-1.0), 1e-12);
  EXPECT_NEAR(student_t_p_value(-3, 2), 1 - 3 / std::sqrt(11.0), 1e-12);
  EXPECT_NEAR(student_t_p_value(0, 5), 1, 1e-12);
  EXPECT_NEAR(student_t_p_value(student_t_factor(0.99, 4.3), 4.3), 0.01, 1e-12);
}

}  // namespace
}  // namespace tracetoll
