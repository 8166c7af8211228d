#include "names.hpp"

#include <set>

#include "sample.hpp"

namespace tracetoll {
namespace {

// Each value of `field` once, in order of appearance.
template <typename Field>
std::vector<std::string> distinct(const Inventory& inventory, Field field) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Inventory::Entry& entry : inventory.entries)
    if (seen.insert(entry.*field).second) names.push_back(entry.*field);
  return names;
}

}  // namespace

std::vector<std::string> variants_of(const Inventory& inventory) {
  std::vector<std::string> names = distinct(inventory, &Inventory::Entry::variant);
  std::erase(names, kBaselineCopy);
  return names;
}

std::vector<std::string> workloads_of(const Inventory& inventory) {
  return distinct(inventory, &Inventory::Entry::workload);
}

}  // namespace tracetoll
