// What a shared object with sites exports.
#include "shared_object.hpp"

extern "C" const tracetoll::patch_test::Marked* patch_test_marked(const char* variant) {
  for (const auto& each : tracetoll::patch_test::all_marked())
    if (each.variant == std::string_view(variant)) return &each;
  return nullptr;
}
