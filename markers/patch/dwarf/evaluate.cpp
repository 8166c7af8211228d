#include "evaluate.hpp"

#include <dwarf.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "expression_stack.hpp"
#include "missing.hpp"
#include "type.hpp"

namespace tracetoll::patch {

namespace {

constexpr int kMostNested = 8;

// One location description, up to a piece.
struct Simple {
  ExpressionStack stack;
  std::optional<Location> location;  // once it is one that the stack does not hold
  bool is_value = false;             // DW_OP_stack_value
};

std::optional<Dwarf_Die> type_operand(Dwarf_Attribute* attribute, const Dwarf_Op& operation) {
  Dwarf_Die die;
  if (attribute == nullptr || dwarf_getlocation_die(attribute, &operation, &die) != 0) return {};
  return die;
}

// DW_OP_addrx and the like: an index into a table of addresses.
std::int64_t indexed(Dwarf_Attribute* attribute, const Dwarf_Op& operation, bool is_address) {
  Dwarf_Attribute found;
  Dwarf_Addr address = 0;
  Dwarf_Word number = 0;
  if (attribute != nullptr && dwarf_getlocation_attr(attribute, &operation, &found) == 0) {
    if (is_address && dwarf_formaddr(&found, &address) == 0)
      return static_cast<std::int64_t>(address);
    if (!is_address && dwarf_formudata(&found, &number) == 0)
      return static_cast<std::int64_t>(number);
    if (!is_address && dwarf_formaddr(&found, &address) == 0)
      return static_cast<std::int64_t>(address);
  }
  unsupported("its address is in a table that cannot be read");
}

// What the operations came to on entry of the function; they are few: a register, or one + offset.
Word entry_value(Dwarf_Attribute* attribute, const Dwarf_Op& operation, const Place& place,
                 int depth) {
  Dwarf_Attribute inner;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (attribute == nullptr || dwarf_getlocation_attr(attribute, &operation, &inner) != 0 ||
      dwarf_getlocation(&inner, &operations, &count) != 0 || count != 1) {
    throw Missing{Missing::Why::entry_value, "it is an entry value that cannot be read"};
  }
  const Dwarf_Op& only = operations[0];
  if (only.atom >= DW_OP_reg0 && only.atom <= DW_OP_reg31)
    return entry_register(only.atom - DW_OP_reg0, place, depth);
  if (only.atom >= DW_OP_breg0 && only.atom <= DW_OP_breg31)
    return plus(entry_register(only.atom - DW_OP_breg0, place, depth),
                static_cast<std::int64_t>(only.number));
  if (only.atom == DW_OP_regx && only.number <= 32)
    return entry_register(static_cast<int>(only.number), place, depth);
  throw Missing{Missing::Why::entry_value, "it is an entry value that cannot be read"};
}

Location implicit_pointer(Dwarf_Attribute* attribute, const Dwarf_Op& operation) {
  Location result;
  const auto target = type_operand(attribute, operation);
  if (!target) unsupported("it points to what cannot be read");
  result.kind = Location::Kind::pointer;
  result.target = *target;
  result.offset = static_cast<std::int64_t>(operation.number2);
  return result;
}

Location implicit_value(Dwarf_Attribute* attribute, const Dwarf_Op& operation) {
  Location result;
  Dwarf_Block block{};
  if (attribute == nullptr || dwarf_getlocation_implicit_value(attribute, &operation, &block) != 0)
    unsupported("its value cannot be read");
  result.kind = Location::Kind::bytes;
  result.bytes.assign(block.data, block.data + block.length);
  return result;
}

// As DW_OP_convert and DW_OP_regval_type say: of an integer type.
Word converted(Word word, Dwarf_Attribute* attribute, const Dwarf_Op& operation) {
  const auto entry = type_operand(attribute, operation);
  const Type type = entry ? type_of(*entry) : Type{};
  if (type.kind != Type::Kind::integer || type.size < 1 || type.size > 8)
    unsupported("its value is computed in a way that no stub follows");
  return cut(std::move(word), type.size, type.is_signed);
}

// No register has a number that large.
int register_operand(Dwarf_Word number) {
  return number < 1000 ? static_cast<int>(number) : 1000;
}

void step(const Dwarf_Op& operation, Dwarf_Attribute* attribute, const Place& place, int depth,
          Simple& simple) {
  ExpressionStack& stack = simple.stack;
  const auto number = static_cast<std::int64_t>(operation.number);
  const auto second = static_cast<std::int64_t>(operation.number2);
  const int atom = operation.atom;
  if (simple.location || simple.is_value) unsupported("its location goes on after its end");
  if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) {
    simple.location = of_value(register_word(atom - DW_OP_reg0));
    return;
  }
  if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
    stack.push(plus(register_word(atom - DW_OP_breg0), number));
    return;
  }
  switch (atom) {
    case DW_OP_regx:
      simple.location = of_value(register_word(register_operand(operation.number)));
      return;
    case DW_OP_bregx:
      stack.push(plus(register_word(register_operand(operation.number)), second));
      return;
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type: {
      const Word word = register_word(register_operand(operation.number));
      stack.push(word.vector_register() ? word : converted(word, attribute, operation));
      return;
    }
    case DW_OP_addr:
      stack.push(constant_word(number + place.bias));
      return;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
      stack.push(constant_word(indexed(attribute, operation, true) + place.bias));
      return;
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
      stack.push(constant_word(indexed(attribute, operation, false)));
      return;
    case DW_OP_fbreg:
      stack.push(plus(frame_base(place, depth + 1), number));
      return;
    case DW_OP_call_frame_cfa:
      stack.push(frame_address(place, depth + 1));
      return;
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
      stack.push(entry_value(attribute, operation, place, depth + 1));
      return;
    case DW_OP_stack_value:
      simple.is_value = true;
      return;
    case DW_OP_implicit_value:
      simple.location = implicit_value(attribute, operation);
      return;
    case DW_OP_implicit_pointer:
    case DW_OP_GNU_implicit_pointer:
      simple.location = implicit_pointer(attribute, operation);
      return;
    case DW_OP_convert:
    case DW_OP_GNU_convert:
    case DW_OP_reinterpret:
    case DW_OP_GNU_reinterpret:
      // 0: to the generic type, which changes no integer.
      if (operation.number != 0) stack.push(converted(stack.pop(), attribute, operation));
      return;
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address:
      unsupported("it is thread-local");
    default:
      if (!stack.step(operation))
        unsupported("its location is computed in a way that no stub follows");
  }
}

Location finish(Simple simple) {
  if (simple.location) return *std::move(simple.location);
  if (simple.stack.empty()) return {};  // nothing was said: nowhere
  Word word = simple.stack.pop();
  return simple.is_value ? of_value(std::move(word)) : in_memory(std::move(word));
}

Location nowhere(Missing missing) {
  Location result;
  result.missing = std::move(missing);
  return result;
}

// The size in bytes of what was described so far, where a piece ends.
std::optional<std::int64_t> piece_size(const Dwarf_Op& operation) {
  constexpr Dwarf_Word kLargest = 1 << 30;
  if (operation.atom == DW_OP_piece) {
    if (operation.number > kLargest) unsupported("its location is broken");
    return static_cast<std::int64_t>(operation.number);
  }
  if (operation.atom != DW_OP_bit_piece) return {};
  if (operation.number > kLargest || operation.number % 8 != 0 || operation.number2 != 0)
    unsupported("it is in pieces of some bits");
  return static_cast<std::int64_t>(operation.number / 8);
}

Location evaluate_pieces(std::span<const Dwarf_Op> operations, Dwarf_Attribute* attribute,
                         const Place& place, int depth) {
  constexpr std::size_t kMostPieces = 64;
  if (depth > kMostNested) unsupported("its location leads in circles");
  Location whole;
  whole.kind = Location::Kind::pieces;
  Simple simple;
  std::optional<Missing> missing;  // what could not be followed spoils its piece alone
  for (const Dwarf_Op& operation : operations) {
    if (const auto size = piece_size(operation)) {
      if (whole.pieces.size() == kMostPieces) unsupported("it is in many pieces");
      Location piece = missing ? nowhere(*missing) : finish(std::exchange(simple, {}));
      whole.pieces.push_back({std::move(piece), *size});
      missing.reset();
      simple = {};
    } else if (!missing) {
      try {
        step(operation, attribute, place, depth, simple);
      } catch (const Missing& reason) {
        missing = reason;
      }
    }
  }
  if (!whole.pieces.empty()) return whole;
  return missing ? nowhere(*missing) : finish(std::move(simple));
}

// Of what the frame's rules say: an address or a value, else it throws.
Word word_of(const Location& location) {
  if (location.kind == Location::Kind::nowhere) throw location.missing;
  if (location.kind != Location::Kind::value && location.kind != Location::Kind::memory)
    unsupported("its frame is described in a way that no stub follows");
  return location.word;
}

struct FrameEnd {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};
using Frame = std::unique_ptr<Dwarf_Frame, FrameEnd>;

// The rules of the frame at the place; nullptr for none.
Frame frame_at(const Place& place) {
  for (Dwarf_CFI* table : {place.frames, place.debug_frames}) {
    Dwarf_Frame* frame = nullptr;
    if (table != nullptr && dwarf_cfi_addrframe(table, place.address, &frame) == 0)
      return Frame(frame);
  }
  return nullptr;
}

}  // namespace

Location evaluate(std::span<const Dwarf_Op> operations, Dwarf_Attribute* attribute,
                  const Place& place, int depth) {
  try {
    return evaluate_pieces(operations, attribute, place, depth);
  } catch (const Missing& missing) {
    return nowhere(missing);
  }
}

Word frame_base(const Place& place, int depth) {
  Dwarf_Die function = place.function;
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (!attribute_of(function, DW_AT_frame_base, attribute) ||
      dwarf_getlocation_addr(&attribute, place.address, &operations, &count, 1) != 1) {
    unsupported("its function does not say where its frame is");
  }
  return word_of(evaluate({operations, count}, &attribute, place, depth));
}

Word frame_address(const Place& place, int depth) {
  const auto frame = frame_at(place);
  if (!frame) unsupported("it is in the frame, and no unwind information says where that is");
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame.get(), &operations, &count) != 0 || count == 0)
    unsupported("it is in the frame, and the unwind information does not say where that is");
  // DWARF says that its result is the address; libdw gives `register + offset` as a location.
  return word_of(evaluate({operations, count}, nullptr, place, depth));
}

Word entry_register(int number, const Place& place, int depth) {
  constexpr int kStackPointer = 7;
  // The return address is the last that the call put there.
  if (number == kStackPointer) return plus(frame_address(place, depth), -8);
  const auto frame = frame_at(place);
  Dwarf_Op memory[3];
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (frame && dwarf_frame_register(frame.get(), number, memory, &operations, &count) == 0) {
    // This is how libdw says "same value": the register still has it.
    if (count == 0 && operations == nullptr) return register_word(number);
    if (count > 0) {
      const Location saved = evaluate({operations, count}, nullptr, place, depth);
      return saved.kind == Location::Kind::memory ? loaded(saved.word, 8, false) : word_of(saved);
    }
  }
  throw Missing{Missing::Why::entry_value,
                "it is what " + register_name(number) +
                    " was when its function was entered, and nothing there holds that any more"};
}

}  // namespace tracetoll::patch
