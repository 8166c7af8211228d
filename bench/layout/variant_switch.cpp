#include "variant_switch.hpp"

#include <array>

namespace tracetoll {

const VariantSwitch* find_switch(std::string_view variant) {
  static constexpr std::array kSwitches = {
#ifdef TT_HAS_lttng_ust
      &kLttngSwitch,
#endif
#ifdef TT_HAS_mcount
      &kMcountSwitch,
#endif
#ifdef TT_HAS_patchable_entry
      &kPatchableSwitch,
#endif
#ifdef TT_HAS_xray
      &kXraySwitch,
#endif
      static_cast<const VariantSwitch*>(nullptr)};
  for (const VariantSwitch* one : kSwitches)
    if (one != nullptr && variant == one->variant) return one;
  return nullptr;
}

}  // namespace tracetoll
