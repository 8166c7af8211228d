// Functions with sites, at -O2 with debug information. Each is called, never inlined.
#pragma once

namespace tracetoll::patch {

int marked_leaf(int value);    // site leaf; returns 3 * value + 1
int marked_caller(int value);  // site outer, then marked_leaf(value)
int marked_deep(int levels);   // site deep, that many calls down
int marked_line();             // the line of the site of marked_leaf

}  // namespace tracetoll::patch
