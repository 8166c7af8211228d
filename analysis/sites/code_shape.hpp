// The static shape of marked functions: what the compiler made of them, summed (CodeShape of
// sample.hpp).
#pragma once

#include <span>
#include <string_view>

#include "disassembly.hpp"
#include "function_table.hpp"
#include "sample.hpp"
#include "site.hpp"

namespace tracetoll {

// Of one function's instructions. `sites` is left 0.
CodeShape code_shape(std::span<const Instruction> code);

// Sums over all functions of a C++ namespace ("tracetoll::host::call::"), cold parts included. What
// the sites' guards guard is left out of all but text_bytes: the moves of a call's arguments, and
// the registers that g++ saves around it there, cost a dormant site nothing but their bytes.
CodeShape code_shape(const FunctionTable& functions, std::span<const Site> sites,
                     std::string_view name_space);

}  // namespace tracetoll
