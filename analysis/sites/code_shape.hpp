// The static shape of a variant's marked functions, summed: CodeShape of sample.hpp, which is the
// evidence in reports.
#pragma once

#include <span>
#include <string_view>

#include "function_table.hpp"
#include "sample.hpp"
#include "site.hpp"

namespace tracetoll {

// Over all functions of a C++ namespace ("tracetoll::host::call::"). All figures but text_bytes are
// of the hot path, on which all sites are dormant (function_shape.hpp): the moves of a guarded
// call's arguments, and the registers that g++ saves around it there, cost nothing but bytes.
CodeShape code_shape(const FunctionTable& functions, std::span<const Site> sites,
                     std::string_view name_space);

}  // namespace tracetoll
