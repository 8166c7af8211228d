#pragma once

#include "marked.hpp"

// Null: the shared object does not have this variant.
extern "C" const tracetoll::patch_test::Marked* patch_test_marked(const char* variant);
