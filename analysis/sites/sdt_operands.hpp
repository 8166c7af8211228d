// The arguments of a USDT probe, as sys/sdt.h leaves them in the note: "-4@20(%rsp) 8@%rax".
//
// Each is SIZE@PLACE, separated by blanks. SIZE is a number of bytes, negative for a signed value,
// with an f for a floating one in newer headers; some producers leave it out. PLACE is an operand
// in the assembler's own syntax: AT&T's on x86-64, "[x0, x1, lsl 3]" with blanks in it on arm64.
// The width of a register's name may differ from SIZE, which governs (systemtap's sdt.h says so).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "found_site.hpp"
#include "instruction.hpp"

namespace tracetoll {

struct Operands {
  std::vector<Operand> list;
  std::vector<std::string> notes;  // one for each that is not understood
};

// Takes any text; time is linear in its length.
Operands parse_operands(std::string_view text, Machine machine);

}  // namespace tracetoll
