// The type of a variable, a member or an expression, as far as arguments go.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

#include "entry.hpp"

namespace tracetoll::patch {

struct Type {
  enum class Kind { integer, floating, pointer, aggregate, array, function, nothing, other };
  Kind kind = Kind::other;
  int size = 0;  // bytes; 0: not known, or of an aggregate too large to care
  bool is_signed = false;
  bool is_bool = false;
  bool is_reference = false;  // a pointer that the source does not write
  std::optional<Dwarf_Die>
      target;  // what a pointer points to, an array is made of, an aggregate is

  bool scalar() const {
    return kind == Kind::integer || kind == Kind::floating || kind == Kind::pointer;
  }
};

// Of an entry that is a type. Qualifiers and typedefs are gone.
Type type_of(Dwarf_Die entry);
// What DW_AT_type of the entry says; `nothing` (void) where it says nothing.
Type declared_type(Dwarf_Die& entry);

Type integer_type(int size, bool is_signed);
Type pointer_to(const Type& target);
// What a pointer or reference points to, what an array holds.
Type target_of(const Type& type);

// A member of an aggregate, also of its bases and of what has no name in it.
struct Member {
  Dwarf_Die entry;          // DW_TAG_member, or a variable: a static one
  std::int64_t offset = 0;  // bytes from the start
  bool is_static = false;
};
// Throws Missing for a member of a virtual base, and for a bit-field.
std::optional<Member> find_member(const Type& aggregate, const std::string& name, Budget& budget);

}  // namespace tracetoll::patch
