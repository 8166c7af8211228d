// Names that a user types: variants, workloads, presets, formats.
#pragma once

#include <string>
#include <vector>

#include "error.hpp"
#include "nearest_names.hpp"
#include "plan.hpp"

namespace tracetoll {

// What an option's value stands for.
template <typename Value>
struct Named {
  const char* name;
  Value value;
};

// The value of that name; InputError with the nearest names when there is none. `kind` as "format".
template <typename Value, std::size_t kCount>
Value find_named(const std::string& kind, const std::string& name,
                 const Named<Value> (&known)[kCount]) {
  std::vector<std::string> names;
  for (const Named<Value>& one : known) {
    if (one.name == name) return one.value;
    names.emplace_back(one.name);
  }
  throw InputError(unknown_name(kind, name, names));
}

// All variants, or workloads without their axes, of an inventory: each once, in its order.
std::vector<std::string> variants_of(const Inventory& inventory);
std::vector<std::string> workloads_of(const Inventory& inventory);

}  // namespace tracetoll
