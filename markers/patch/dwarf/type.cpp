#include "type.hpp"

#include <dwarf.h>

#include "missing.hpp"

namespace tracetoll::patch {

namespace {

constexpr int kMostSteps = 64;  // of typedefs and qualifiers

bool is_alias(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
         tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type || tag == DW_TAG_template_alias ||
         tag == DW_TAG_immutable_type;
}

int small_size(Dwarf_Die& entry) {
  const auto size = number_at(entry, DW_AT_byte_size);
  return size && *size <= 4096 ? static_cast<int>(*size) : 0;
}

Type base_type(Dwarf_Die& entry) {
  Type result;
  result.size = small_size(entry);
  const auto encoding = number_at(entry, DW_AT_encoding);
  switch (encoding.value_or(0)) {
    case DW_ATE_boolean:
      result.is_bool = true;
      result.kind = Type::Kind::integer;
      break;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      result.is_signed = true;
      result.kind = Type::Kind::integer;
      break;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
      result.kind = Type::Kind::integer;
      break;
    case DW_ATE_float:
      result.kind = Type::Kind::floating;
      break;
    default:
      break;
  }
  return result;
}

Type enumeration(Dwarf_Die& entry) {
  Type result;
  if (entry_at(entry, DW_AT_type)) result = declared_type(entry);
  if (result.kind != Type::Kind::integer) result = integer_type(small_size(entry), false);
  if (const int size = small_size(entry); size != 0) result.size = size;
  result.is_bool = false;
  return result;
}

// Where a member lies: a constant, or `plus_uconst n`, which DWARF 2 wrote.
std::optional<std::int64_t> offset_of(Dwarf_Die& member) {
  if (const auto number = number_at(member, DW_AT_data_member_location))
    return static_cast<std::int64_t>(*number);
  Dwarf_Attribute attribute;
  if (!attribute_of(member, DW_AT_data_member_location, attribute)) return 0;  // of a union
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1 ||
      operations[0].atom != DW_OP_plus_uconst) {
    return {};
  }
  return static_cast<std::int64_t>(operations[0].number);
}

bool is_bit_field(Dwarf_Die& member) {
  Dwarf_Attribute attribute;
  return attribute_of(member, DW_AT_bit_size, attribute);
}

std::optional<Member> find_in(Dwarf_Die aggregate, const std::string& name, Budget& budget,
                              int depth) {
  if (depth > kDeepest) return {};
  std::optional<Member> found;
  any_child(aggregate, budget, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    const bool is_member = tag == DW_TAG_member || tag == DW_TAG_variable;
    const char* own = is_member ? name_of(child) : nullptr;
    if (own != nullptr && name == own) {
      const bool is_static = tag == DW_TAG_variable || has_flag(child, DW_AT_external);
      const auto offset = is_static ? 0 : offset_of(child);
      if (!is_static && is_bit_field(child))
        throw Missing{Missing::Why::not_supported, "'" + name + "' is a bit-field"};
      if (!offset)
        throw Missing{Missing::Why::not_supported,
                      "'" + name + "' has no fixed place in its class"};
      found = Member{child, *offset, is_static};
      return true;
    }
    // What has no name, and what is inherited.
    if ((tag == DW_TAG_member && own == nullptr) || tag == DW_TAG_inheritance) {
      const Type type = declared_type(child);
      if (type.kind != Type::Kind::aggregate) return false;
      auto inner = find_in(*type.target, name, budget, depth + 1);
      if (!inner) return false;
      const auto offset = offset_of(child);
      if (!offset && !inner->is_static)
        throw Missing{Missing::Why::not_supported, "'" + name + "' is in a virtual base"};
      inner->offset += offset.value_or(0);
      found = inner;
      return true;
    }
    return false;
  });
  return found;
}

}  // namespace

Type integer_type(int size, bool is_signed) {
  Type result;
  result.kind = Type::Kind::integer;
  result.size = size;
  result.is_signed = is_signed;
  return result;
}

Type pointer_to(const Type& target) {
  Type result;
  result.kind = Type::Kind::pointer;
  result.size = 8;
  if (target.target && (target.kind == Type::Kind::aggregate)) result.target = target.target;
  return result;
}

Type declared_type(Dwarf_Die& entry) {
  const auto type = entry_at(entry, DW_AT_type);
  if (!type) {
    Type result;
    result.kind = Type::Kind::nothing;
    return result;
  }
  return type_of(*type);
}

Type type_of(Dwarf_Die entry) {
  for (int step = 0; is_alias(dwarf_tag(&entry)); step++) {
    const auto next = entry_at(entry, DW_AT_type);
    Type result;
    if (!next) result.kind = Type::Kind::nothing;  // const void
    if (!next || step == kMostSteps) return result;
    entry = *next;
  }
  Type result;
  switch (dwarf_tag(&entry)) {
    case DW_TAG_base_type:
      return base_type(entry);
    case DW_TAG_enumeration_type:
      return enumeration(entry);
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
      result.kind = Type::Kind::pointer;
      result.size = 8;
      result.is_reference = dwarf_tag(&entry) != DW_TAG_pointer_type;
      result.target = entry_at(entry, DW_AT_type);
      break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
      result.kind = Type::Kind::aggregate;
      result.size = small_size(entry);
      result.target = entry;
      break;
    case DW_TAG_array_type:
      result.kind = Type::Kind::array;
      result.target = entry_at(entry, DW_AT_type);
      break;
    case DW_TAG_subroutine_type:
      result.kind = Type::Kind::function;
      break;
    case DW_TAG_unspecified_type: {  // decltype(nullptr)
      const char* name = name_of(entry);
      if (name != nullptr && std::string(name) == "void") {
        result.kind = Type::Kind::nothing;
      } else {
        result.kind = Type::Kind::pointer;
        result.size = 8;
      }
      break;
    }
    default:
      break;
  }
  return result;
}

Type target_of(const Type& type) {
  if (type.target) return type_of(*type.target);
  Type result;
  result.kind = Type::Kind::nothing;
  return result;
}

std::optional<Member> find_member(const Type& aggregate, const std::string& name, Budget& budget) {
  if (aggregate.kind != Type::Kind::aggregate || !aggregate.target) return {};
  return find_in(*aggregate.target, name, budget, 0);
}

}  // namespace tracetoll::patch
