#include "word.hpp"

#include <array>
#include <utility>

#include "missing.hpp"

namespace tracetoll::patch {

namespace {

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

Word constant_word(std::int64_t value) {
  Word word;
  word.offsets[0] = value;
  return word;
}

Word register_word(int number) {
  if (number < 0 || number > 32 || number == 16)
    unsupported("it is in " + register_name(number) + ", which no stub reads");
  Word word;
  word.number = number;
  return word;
}

Word plus(Word word, std::int64_t offset) {
  if (!word.whole()) unsupported("it is computed from a part of a register");
  word.offsets.back() = sum(word.offsets.back(), offset);
  return word;
}

Word loaded(Word address, int size, bool is_signed) {
  if (!address.whole()) unsupported("its address is computed from a part of a register");
  address.offsets.push_back(0);
  address.size = size;
  address.is_signed = is_signed;
  return address;
}

Word cut(Word word, int size, bool is_signed) {
  if (word.shifted != 0) unsupported("it is computed by shifts");
  if (size > 8) unsupported("it is wider than 8 bytes");
  if (word.constant()) {
    const int unused = 64 - 8 * size;
    const auto up = static_cast<std::uint64_t>(word.value()) << unused;
    word.offsets[0] = is_signed ? static_cast<std::int64_t>(up) >> unused
                                : static_cast<std::int64_t>(up >> unused);
    return word;
  }
  if (size > word.size) {
    // A stub extends once, to 8 bytes. A signed value widened to 2 or 4 bytes and cut there would
    // have to be cut again, unless the next step cuts it or takes it for signed.
    if (size < 8 && word.is_signed && !is_signed) unsupported("it is converted twice");
    return word;
  }
  word.size = size;
  word.is_signed = is_signed;
  return word;
}

Argument argument_of(const Word& word, bool is_float) {
  if (word.shifted != 0) unsupported("it is computed by shifts");
  Argument result;
  result.number = word.number;
  result.size = word.size;
  result.is_signed = word.is_signed;
  result.is_float = is_float;
  result.offset = word.offsets[0];
  const bool in_memory = word.offsets.size() > 1 && word.offsets.back() == 0;
  if (word.vector_register()) {
    if (word.offsets.size() != 1 || word.offsets[0] != 0 || !is_float)
      unsupported("it is a part of a vector register");
    result.in = Argument::In::vector_register;
    result.number = word.number - 17;
  } else if (word.offsets.size() == 1) {
    result.in = word.number < 0        ? Argument::In::constant
                : word.offsets[0] == 0 ? Argument::In::general_register
                                       : Argument::In::address;
  } else if (word.offsets.size() == 2 && in_memory) {
    result.in = word.number < 0 ? Argument::In::absolute_memory : Argument::In::memory;
  } else if (word.offsets.size() == 2 || (word.offsets.size() == 3 && in_memory)) {
    result.in = in_memory ? Argument::In::dereferenced : Argument::In::pointer_sum;
    result.second_offset = word.offsets[1];
  } else {
    unsupported("it is behind more than two pointers in memory");
  }
  return result;
}

std::string register_name(int number) {
  static constexpr std::array<const char*, 17> kNames = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi",
                                                         "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                         "r12", "r13", "r14", "r15", "rip"};
  if (number >= 0 && number < 17) return kNames[static_cast<std::size_t>(number)];
  if (number >= 17 && number <= 32) return "xmm" + std::to_string(number - 17);
  return "register " + std::to_string(number);
}

}  // namespace tracetoll::patch
