// Hopeless input is one exception type, caught in main (exit 2). Expected absence is a value
// instead.
#pragma once

#include <stdexcept>

namespace tracetoll {

// what() is one line: where (file and line, or option), what is wrong, what to do.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tracetoll
