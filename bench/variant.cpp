// The facts that this file's variant declares, for the test that compares them with the code.
#include "marker.h"

extern "C" __attribute__((section("tt_facts"), used))
const tt_facts TT_JOIN(tt_facts_, TT_VARIANT) = TT_FACTS;
