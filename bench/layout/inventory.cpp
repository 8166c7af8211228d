#include "build_facts.hpp"
#include "modes.hpp"
#include "stage.hpp"

namespace tracetoll {

Inventory take_inventory() {
  Inventory inventory;
  for (const WorkloadEntry& entry : workloads())
    inventory.entries.push_back({entry.name, entry.axis, entry.variant, entry.operation});
  inventory.compiler = kCompiler;
  inventory.flags = kHostFlags;
  return inventory;
}

}  // namespace tracetoll
