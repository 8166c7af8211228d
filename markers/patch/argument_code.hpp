// The code that loads the arguments of a probe, called by stub_common.S between saving and the
// probe.
#pragma once

#include <cstdint>
#include <vector>

#include "stubs.hpp"

namespace tracetoll::patch {

struct ArgumentCode {
  std::vector<std::uint8_t> bytes;
  std::uint64_t room = 0;  // on the stack, for arguments that have no register
};

// As System V's calling convention has it, after the marker and the text, which are loaded already.
// `variadic`: floats become doubles. Throws PatchError for an argument that no site has.
ArgumentCode argument_code(const std::vector<Argument>& arguments, bool variadic);

// Does a probe with these arguments get one in a vector register?
bool has_float(const std::vector<Argument>& arguments);

}  // namespace tracetoll::patch
