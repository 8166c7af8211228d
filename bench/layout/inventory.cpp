#include "build_facts.hpp"
#include "callgrind_requests.hpp"
#include "modes.hpp"
#include "stage.hpp"

#ifdef __SANITIZE_ADDRESS__  // g++
#define TT_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TT_ADDRESS_SANITIZER
#endif
#endif

namespace tracetoll {
namespace {

std::string why_not_countable() {
#ifdef TT_ADDRESS_SANITIZER
  return "the layouts are built with AddressSanitizer, which does not run under Valgrind";
#else
  return kHasCallgrind ? ""
                       : "the layouts are built without Valgrind's header; apt-get install "
                         "valgrind, then build them again";
#endif
}

}  // namespace

Inventory take_inventory() {
  Inventory inventory;
  for (const WorkloadEntry& entry : workloads())
    inventory.entries.push_back({entry.name, entry.axis, entry.variant, entry.operation});
  inventory.compiler = kCompiler;
  inventory.flags = kHostFlags;
  inventory.not_countable = why_not_countable();
  inventory.not_built = {kNotBuilt.begin(), kNotBuilt.end()};
  return inventory;
}

}  // namespace tracetoll
