// Why an argument cannot be found: what everything beneath dwarf_arguments.hpp throws, and its user
// gets as a value.
#pragma once

#include <string>

namespace tracetoll::patch {

struct Missing {
  enum class Why {
    optimised_out,  // nothing at the site holds it
    entry_value,   // it is the value that a register had when the function was entered, and no more
    no_such_name,  // the debug information knows no variable of that name in scope
    not_understood,  // the expression is more than names, members, casts and constants
    not_supported,   // its location is of a kind that a stub cannot read
    no_debug_data,   // nothing is known of the code at that address
  };
  Why why = Why::optimised_out;
  std::string reason;  // a sentence of "it", the argument: "it is thread-local"; "": `why` is all
};

const char* name_of(Missing::Why why);  // "optimised out"

[[noreturn]] void unsupported(std::string reason);

}  // namespace tracetoll::patch
