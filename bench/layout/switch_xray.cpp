// XRay's sleds, switched on by its runtime, which clang links in.
#include <xray/xray_interface.h>

#include "stage.hpp"
#include "variant_switch.hpp"

namespace tracetoll {
namespace {

unsigned long hits_so_far;

// Called from XRay's trampoline, which has saved what a function may change.
void nothing(std::int32_t, XRayEntryType) {}
void counts(std::int32_t, XRayEntryType) {
  ++hits_so_far;
}

void off() {
  __xray_unpatch();
  __xray_remove_handler();
}

std::size_t on(SwitchedProbe probe) {
  __xray_init();
  if (__xray_set_handler(probe == SwitchedProbe::counts ? counts : nothing) == 0)
    throw StageError("xray: the runtime does not take a handler; it is not initialised");
  if (__xray_patch() != XRayPatchingStatus::SUCCESS) {
    off();
    throw StageError("xray: the runtime cannot patch the sleds (__xray_patch failed)");
  }
  return __xray_max_function_id();
}

unsigned long hits() {
  return hits_so_far;
}

}  // namespace

const VariantSwitch kXraySwitch = {"xray", on, off, hits};

}  // namespace tracetoll
