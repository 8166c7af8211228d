#include "student_t.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace tracetoll {

double student_t_factor(double level, double degrees_of_freedom) {
  const boost::math::students_t_distribution<double> distribution(degrees_of_freedom);
  return boost::math::quantile(boost::math::complement(distribution, (1 - level) / 2));
}

double student_t_p_value(double t, double degrees_of_freedom) {
  const boost::math::students_t_distribution<double> distribution(degrees_of_freedom);
  return 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t)));
}

}  // namespace tracetoll
