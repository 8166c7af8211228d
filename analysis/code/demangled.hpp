// The C++ name of a symbol, or the symbol as it stands if it has none, or if its name was made to
// cost time: such names double with every few characters.
#pragma once

#include <string>
#include <string_view>

namespace tracetoll {

std::string demangled(std::string_view symbol);

}  // namespace tracetoll
