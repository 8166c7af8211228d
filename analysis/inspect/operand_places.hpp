// Where the operands of a USDT note are, as operand_cost.hpp asks for them.
#pragma once

#include <vector>

#include "found_site.hpp"
#include "operand_cost.hpp"

namespace tracetoll {

// Constants and static memory need no place; memory through a register that is not the stack's
// needs the registers of its address; what does not parse is left out.
std::vector<Place> places_of(Machine machine, const std::vector<Operand>& operands,
                             bool has_frame_pointer);

}  // namespace tracetoll
