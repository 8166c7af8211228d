// A part of an argument's expression: what has a place, or a value. Everything here throws Missing.
#pragma once

#include <string>

#include "location.hpp"
#include "scope.hpp"
#include "type.hpp"

namespace tracetoll::patch {

struct Operand {
  Type type;
  Location location;  // of kind `value` for what is computed
  std::string name;   // for messages: "lock->key"
};

Operand constant_operand(std::int64_t value, const Type& type, std::string name);

// A variable or a static member. What is a reference is what it refers to.
Operand variable_operand(const Meaning& meaning, const std::string& name, const Place& place);
Operand member_of(const Operand& object, const std::string& name, Scope& scope, const Place& place);
Operand dereferenced(const Operand& pointer, const Place& place);
Operand address_of(const Operand& object);
Operand element_of(const Operand& array, std::int64_t index, Scope& scope, const Place& place);
Operand converted(const Operand& operand, const Type& type);
Operand sum_of(const Operand& operand, std::int64_t addend, Scope& scope);

// Its value, as C would pass it: an array's is its address.
Word value_of(const Operand& operand);
// A constant's, where it is one.
std::optional<std::int64_t> constant_value(const Operand& operand);
Argument argument_of(const Operand& operand);

}  // namespace tracetoll::patch
