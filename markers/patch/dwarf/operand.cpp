#include "operand.hpp"

#include <dwarf.h>

#include <utility>

#include "missing.hpp"

namespace tracetoll::dwarf {

namespace {

[[noreturn]] void not_understood(std::string reason) {
  throw Missing{Missing::Why::not_understood, std::move(reason)};
}

[[noreturn]] void optimised_out(const std::string& name) {
  throw Missing{Missing::Why::optimised_out, "'" + name + "' is optimised out there"};
}

// "it is thread-local" of an operand; what has a name already keeps it.
Missing named(Missing missing, const std::string& name) {
  if (!missing.reason.starts_with("'")) missing.reason = "'" + name + "': " + missing.reason;
  return missing;
}

// What is missing of an operand, said of the operand.
[[noreturn]] void lost(const Operand& operand) {
  const Missing& missing = operand.location.missing;
  if (missing.reason.empty()) optimised_out(operand.name);
  throw named(missing, operand.name);
}

std::int64_t size_of(const Type& type) {
  if (type.scalar()) return type.size;
  Dwarf_Word size = 0;
  if (type.kind == Type::Kind::aggregate && type.target) {
    Dwarf_Die entry = *type.target;
    if (dwarf_aggregate_size(&entry, &size) == 0 && size < (1U << 30))
      return static_cast<std::int64_t>(size);
  }
  return 0;
}

Word little_endian(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 8; i++)
    value |= std::uint64_t{bytes[i]} << (8 * i);
  return constant_word(static_cast<std::int64_t>(value));
}

}  // namespace

Operand constant_operand(std::int64_t value, const Type& type, std::string name) {
  return {type, of_value(constant_word(value)), std::move(name)};
}

Operand variable_operand(const Meaning& meaning, const std::string& name, const Place& place) {
  Dwarf_Die entry = meaning.entry;
  Operand result{declared_type(entry), {}, name};
  if (meaning.kind == UnitIndex::Kind::enumerator) {
    result.type = integer_type(8, true);
    if (const auto constant = constant_of(entry)) result.location = *constant;
    return result;
  }
  if (meaning.kind == UnitIndex::Kind::function) {
    Dwarf_Addr begin = 0;
    if (dwarf_lowpc(&entry, &begin) != 0) not_understood("'" + name + "' is a function elsewhere");
    result.type = Type{};
    result.type.kind = Type::Kind::function;
    result.location = in_memory(constant_word(static_cast<std::int64_t>(begin) + place.bias));
    return result;
  }
  if (!meaning.optimised_out) result.location = location_of(entry, place);
  Dwarf_Attribute attribute;
  bool declaration = false;
  if (result.location.kind == Location::Kind::nowhere && result.location.missing.reason.empty() &&
      dwarf_attr(&entry, DW_AT_declaration, &attribute) != nullptr &&
      dwarf_formflag(&attribute, &declaration) == 0 && declaration) {
    result.location.missing = {Missing::Why::not_supported,
                               "this file's debug data does not say where it is"};
  }
  return result.type.is_reference ? dereferenced(result, place) : result;
}

Operand member_of(const Operand& object, const std::string& name, Scope& scope,
                  const Place& place) {
  const Type type = scope.complete(object.type);
  if (type.kind != Type::Kind::aggregate)
    not_understood("'" + object.name + "' has no members that are known");
  auto member = find_member(type, name, scope.budget());
  if (!member) {
    throw Missing{Missing::Why::no_such_name,
                  "'" + object.name + "' has no member '" + name + "' that is known"};
  }
  const std::string full = object.name == "*this" ? name : object.name + "." + name;
  if (member->is_static) {
    Dwarf_Die owner = *type.target;
    const char* class_name = name_of(owner);
    const auto meaning = class_name == nullptr ? std::nullopt : scope.find({class_name, name});
    return variable_operand(
        meaning ? *meaning : Meaning{UnitIndex::Kind::variable, member->entry, false, false}, full,
        place);
  }
  Operand result{declared_type(member->entry), {}, full};
  if (object.location.kind == Location::Kind::nowhere) lost(object);
  result.location = part_of(object.location, member->offset, size_of(result.type));
  return result.type.is_reference ? dereferenced(result, place) : result;
}

Operand dereferenced(const Operand& pointer, const Place& place) {
  if (pointer.type.kind != Type::Kind::pointer && pointer.type.kind != Type::Kind::array)
    not_understood("'" + pointer.name + "' is no pointer");
  Operand result{target_of(pointer.type), {}, "*" + pointer.name};
  if (pointer.type.is_reference) result.name = pointer.name;
  if (pointer.type.kind == Type::Kind::array) {
    result.location = pointer.location;
    return result;
  }
  if (pointer.location.kind == Location::Kind::nowhere) {
    // Said when it is needed: `*p` of an array is an address alone.
    result.location = pointer.location;
    if (result.location.missing.reason.empty())
      result.location.missing.reason = "'" + pointer.name + "' is optimised out there";
    return result;
  }
  if (pointer.location.kind == Location::Kind::pointer) {
    Dwarf_Die target = pointer.location.target;
    result.location =
        part_of(location_of(target, place), pointer.location.offset, size_of(result.type));
    return result;
  }
  result.location = in_memory(value_of(pointer));
  return result;
}

Operand address_of(const Operand& object) {
  Operand result{pointer_to(object.type), {}, "&" + object.name};
  switch (object.location.kind) {
    case Location::Kind::memory:
      result.location = of_value(object.location.word);
      return result;
    case Location::Kind::nowhere:
      lost(object);
    default:
      throw Missing{Missing::Why::optimised_out,
                    "'" + object.name + "' is in no memory there: it has no address"};
  }
}

Operand element_of(const Operand& array, std::int64_t index, Scope& scope, const Place& place) {
  const Type element = scope.complete(target_of(array.type));
  const std::int64_t size = size_of(element);
  if (size == 0 || index < 0 || index > (1 << 30))
    not_understood("'" + array.name + "' has elements of a size that is not known");
  Operand result = dereferenced(array, place);
  result.type = element;
  result.name = array.name + "[" + std::to_string(index) + "]";
  if (result.location.kind == Location::Kind::nowhere) lost(result);
  result.location = part_of(result.location, index * size, size);
  return result;
}

Word value_of(const Operand& operand) {
  const Location& location = operand.location;
  if (operand.type.kind == Type::Kind::array || operand.type.kind == Type::Kind::function)
    return address_of(operand).location.word;
  if (location.kind == Location::Kind::nowhere) lost(operand);
  if (!operand.type.scalar())
    not_understood("'" + operand.name + "' is no integer, pointer, float or double");
  const int size = operand.type.size;
  if (size != 1 && size != 2 && size != 4 && size != 8)
    unsupported("'" + operand.name + "' has " + std::to_string(size) + " bytes");
  const bool is_signed = operand.type.is_signed;
  Word result;
  try {
    switch (location.kind) {
      case Location::Kind::memory:
        return loaded(location.word, size, is_signed);
      case Location::Kind::value:
        result = location.word;
        break;
      case Location::Kind::bytes:
        if (location.bytes.size() < static_cast<std::size_t>(size))
          unsupported("only a part of it is known");
        result = little_endian(location.bytes);
        break;
      case Location::Kind::pieces:
        if (location.pieces.size() == 1 && location.pieces[0].size >= size) {
          Operand whole = operand;
          whole.location = location.pieces[0].location;
          return value_of(whole);
        }
        unsupported("it is in several pieces");
      case Location::Kind::pointer:
        throw Missing{Missing::Why::optimised_out, "it points to what is in no memory there"};
      case Location::Kind::nowhere:
        break;
    }
    if (result.vector_register()) return result;
    return cut(std::move(result), size, is_signed);
  } catch (const Missing& missing) {
    throw named(missing, operand.name);
  }
}

std::optional<std::int64_t> constant_value(const Operand& operand) {
  if (operand.type.kind != Type::Kind::integer && operand.type.kind != Type::Kind::pointer)
    return {};
  const bool holds = operand.location.kind == Location::Kind::value ||
                     operand.location.kind == Location::Kind::bytes;
  if (!holds) return {};
  const Word word = value_of(operand);
  return word.constant() ? std::optional(word.value()) : std::nullopt;
}

Operand converted(const Operand& operand, const Type& type) {
  Operand result{type, {}, operand.name};
  if (type.kind == operand.type.kind && type.kind == Type::Kind::floating &&
      type.size == operand.type.size) {
    return operand;
  }
  const bool from_float = operand.type.kind == Type::Kind::floating;
  if (!type.scalar() || from_float || type.kind == Type::Kind::floating)
    not_understood("'" + operand.name + "' is converted in a way that needs code");
  Word word = value_of(operand);
  if (type.is_bool && !operand.type.is_bool) {
    if (!word.constant()) not_understood("'" + operand.name + "' is compared with 0");
    word = constant_word(word.value() != 0 ? 1 : 0);
  }
  result.location = of_value(cut(std::move(word), type.size, type.is_signed));
  return result;
}

Operand sum_of(const Operand& operand, std::int64_t addend, Scope& scope) {
  Operand result = operand;
  result.name += addend < 0 ? " - ..." : " + ...";
  Word word = value_of(operand);
  if (operand.type.kind == Type::Kind::pointer || operand.type.kind == Type::Kind::array) {
    const Type target = scope.complete(target_of(operand.type));
    const std::int64_t size = target.kind == Type::Kind::nothing ? 1 : size_of(target);
    if (size == 0) not_understood("'" + operand.name + "' points to what has no known size");
    addend *= size;
    if (operand.type.kind == Type::Kind::array) result.type = pointer_to(target);
  } else if (operand.type.kind == Type::Kind::integer) {
    if (operand.type.size < 4) result.type = integer_type(4, true);
    // The upper bytes of the sum count for nothing, so those of the register may.
    if (word.size == operand.type.size && operand.type.size >= 4 && word.offsets.size() == 1)
      word.size = 8;
  } else {
    not_understood("'" + operand.name + "' is computed with");
  }
  word = plus(std::move(word), addend);
  result.location = of_value(cut(std::move(word), result.type.size, result.type.is_signed));
  return result;
}

Argument argument_of(const Operand& operand) {
  const bool is_float = operand.type.kind == Type::Kind::floating;
  try {
    const Word word = value_of(operand);
    Argument result = argument_of(word, is_float);
    if (word.constant() || is_float) result.size = operand.type.scalar() ? operand.type.size : 8;
    if (word.vector_register()) result.size = operand.type.size;
    if (word.constant()) result.is_signed = operand.type.is_signed;
    return result;
  } catch (const Missing& missing) {
    throw named(missing, operand.name);
  }
}

}  // namespace tracetoll::dwarf
