// Student's t distribution. Boost.Math stays behind this file: its headers take seconds to compile.
#pragma once

namespace tracetoll {

// The half-width factor of a two-sided interval: P(|T| <= result) = level.
// 0 < level < 1, degrees_of_freedom > 0.
double student_t_factor(double level, double degrees_of_freedom);

// The reverse: P(|T| > |t|), the two-sided p-value of a finite t.
double student_t_p_value(double t, double degrees_of_freedom);

}  // namespace tracetoll
