// A value or an address as it is at a site: what DWARF's expressions and the program's come to, as
// long as a stub can compute it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../argument.hpp"

namespace tracetoll::patch {

// register + offsets[0]; for each further offset, the 8 bytes in memory at what there is so far, +
// that offset. Of the result, `size` bytes count, and are extended to 8.
struct Word {
  int number = -1;                          // of the register, as DWARF numbers them; -1: none
  std::vector<std::int64_t> offsets = {0};  // without a register, the first one is a constant
  int size = 8;
  bool is_signed = false;
  int shifted = 0;  // bits to the left: on the way to being cut

  bool constant() const { return number < 0 && offsets.size() == 1; }
  std::int64_t value() const { return offsets[0]; }  // of a constant
  bool vector_register() const { return number >= 17 && number <= 32; }
  bool whole() const { return size == 8 && shifted == 0 && !vector_register(); }
};

Word constant_word(std::int64_t value);
Word register_word(int number);

// These throw Missing (not_supported) where a stub could not follow.
Word plus(Word word, std::int64_t offset);
Word loaded(Word address, int size, bool is_signed);
// The low `size` bytes, extended: as a conversion to an integer type.
Word cut(Word word, int size, bool is_signed);
Argument argument_of(const Word& word, bool is_float);

// "rbx", "xmm3"; "register 49" for those that no stub reads.
std::string register_name(int number);

}  // namespace tracetoll::patch
