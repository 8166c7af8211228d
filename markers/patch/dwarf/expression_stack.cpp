#include "expression_stack.hpp"

#include <dwarf.h>

#include <optional>
#include <utility>

#include "missing.hpp"

namespace tracetoll::patch {

namespace {

constexpr std::size_t kDeepestStack = 64;
const char* const kComputed = "its location is computed in a way that no stub follows";

std::optional<std::int64_t> of_constants(int atom, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  switch (atom) {
    case DW_OP_plus:
      return number(x + y);
    case DW_OP_minus:
      return number(x - y);
    case DW_OP_mul:
      return number(x * y);
    case DW_OP_and:
      return number(x & y);
    case DW_OP_or:
      return number(x | y);
    case DW_OP_xor:
      return number(x ^ y);
    case DW_OP_shl:
      return number(y < 64 ? x << y : 0);
    case DW_OP_shr:
      return number(y < 64 ? x >> y : 0);
    case DW_OP_shra:
      return a >> (y < 64 ? y : 63);
    case DW_OP_eq:
      return a == b ? 1 : 0;
    case DW_OP_ne:
      return a != b ? 1 : 0;
    case DW_OP_lt:
      return a < b ? 1 : 0;
    case DW_OP_le:
      return a <= b ? 1 : 0;
    case DW_OP_gt:
      return a > b ? 1 : 0;
    case DW_OP_ge:
      return a >= b ? 1 : 0;
    default:
      return {};
  }
}

// How a compiler writes a conversion: `and` with a mask, `shl` and then `shr` or `shra`.
std::optional<Word> conversion(int atom, Word word, std::int64_t by) {
  if (atom == DW_OP_and && word.shifted == 0) {
    if (by == 0xff) return cut(std::move(word), 1, false);
    if (by == 0xffff) return cut(std::move(word), 2, false);
    if (by == 0xffffffff) return cut(std::move(word), 4, false);
  }
  if (atom == DW_OP_shl && word.whole() && (by == 32 || by == 48 || by == 56)) {
    word.shifted = static_cast<int>(by);
    return word;
  }
  if ((atom == DW_OP_shr || atom == DW_OP_shra) && by != 0 && word.shifted == by) {
    word.shifted = 0;
    return cut(std::move(word), static_cast<int>(8 - by / 8), atom == DW_OP_shra);
  }
  return {};
}

}  // namespace

void ExpressionStack::push(Word word) {
  if (words_.size() == kDeepestStack) unsupported(kComputed);
  words_.push_back(std::move(word));
}

Word ExpressionStack::pop() {
  if (words_.empty()) unsupported("its location is broken");
  Word word = std::move(words_.back());
  words_.pop_back();
  return word;
}

Word& ExpressionStack::at(std::size_t from_top) {
  if (from_top >= words_.size()) unsupported("its location is broken");
  return words_[words_.size() - 1 - from_top];
}

void ExpressionStack::binary(int atom) {
  Word second = pop();
  Word first = pop();
  if (first.constant() && second.constant()) {
    const auto result = of_constants(atom, first.value(), second.value());
    if (!result) unsupported(kComputed);
    push(constant_word(*result));
    return;
  }
  if (atom == DW_OP_plus && (first.constant() || second.constant())) {
    push(first.constant() ? plus(std::move(second), first.value())
                          : plus(std::move(first), second.value()));
    return;
  }
  if (second.constant()) {
    if (atom == DW_OP_minus) {
      push(plus(std::move(first),
                static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(second.value()))));
      return;
    }
    if (auto result = conversion(atom, std::move(first), second.value())) {
      push(*std::move(result));
      return;
    }
  }
  unsupported(kComputed);
}

bool ExpressionStack::step(const Dwarf_Op& operation) {
  const auto number = static_cast<std::int64_t>(operation.number);
  const int atom = operation.atom;
  if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
    push(constant_word(atom - DW_OP_lit0));
    return true;
  }
  switch (atom) {
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
      push(constant_word(number));
      return true;
    case DW_OP_plus_uconst:
      push(plus(pop(), number));
      return true;
    case DW_OP_deref:
      push(loaded(pop(), 8, false));
      return true;
    case DW_OP_deref_size:
      if (number != 1 && number != 2 && number != 4 && number != 8) unsupported(kComputed);
      push(loaded(pop(), static_cast<int>(number), false));
      return true;
    case DW_OP_dup:
      push(at(0));
      return true;
    case DW_OP_over:
      push(at(1));
      return true;
    case DW_OP_pick:
      push(at(static_cast<std::size_t>(operation.number)));
      return true;
    case DW_OP_drop:
      pop();
      return true;
    case DW_OP_swap:
      std::swap(at(0), at(1));
      return true;
    case DW_OP_nop:
      return true;
    case DW_OP_neg:
    case DW_OP_not: {
      const Word word = pop();
      if (!word.constant()) unsupported(kComputed);
      const auto value = static_cast<std::uint64_t>(word.value());
      push(constant_word(static_cast<std::int64_t>(atom == DW_OP_neg ? 0 - value : ~value)));
      return true;
    }
    case DW_OP_plus:
    case DW_OP_minus:
    case DW_OP_mul:
    case DW_OP_and:
    case DW_OP_or:
    case DW_OP_xor:
    case DW_OP_shl:
    case DW_OP_shr:
    case DW_OP_shra:
    case DW_OP_eq:
    case DW_OP_ne:
    case DW_OP_lt:
    case DW_OP_le:
    case DW_OP_gt:
    case DW_OP_ge:
      binary(atom);
      return true;
    default:
      return false;
  }
}

}  // namespace tracetoll::patch
