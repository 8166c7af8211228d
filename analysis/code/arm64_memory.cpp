// Loads and stores: Arm ARM C4.1.94 and what it refers to.
#include "arm64_word.hpp"

namespace tracetoll {

namespace {

class Access {
 public:
  Access(Word word, Instruction& result) : word_(word), result_(result) {}

  void read() {
    if (word_.matches(0xbe000000, 0x0c000000)) return structures();
    if (word_.matches(0x3f000000, 0x08000000)) return exclusive();
    if (word_.matches(0x3b000000, 0x18000000)) return literal();
    if (word_.matches(0xff200000, 0xd9200000)) return tags();
    if (word_.matches(0x3b200c00, 0x19000000)) return single(word_.signed_bits(12, 9));  // ldapur
    if (word_.matches(0x3a000000, 0x28000000)) return pair();
    if (word_.matches(0x3b000000, 0x38000000)) return unscaled();
    if (word_.matches(0x3b000000, 0x39000000)) return single(word_.bits(10, 12) * single_bytes());
  }

 private:
  RegisterSet data(int reg) const { return word_.bit(26) ? vector_register(reg) : general(reg); }

  void at_base(std::int64_t displacement, int bytes) {
    result_.base = word_.rn();
    result_.read |= general_or_sp(word_.rn());
    result_.displacement = displacement;
    result_.memory_bytes = bytes;
  }

  void write_back(std::int64_t change) {
    result_.written |= general_or_sp(word_.rn());
    if (word_.rn() == 31) result_.stack_drop = -change;
  }

  void move(RegisterSet regs, bool load) {
    (load ? result_.reads_memory : result_.writes_memory) = true;
    (load ? result_.written : result_.read) |= regs;
    const bool through_sp = result_.base == 31 && !result_.indexed;
    if (through_sp && result_.memory_bytes >= 8) {
      (load ? result_.restored : result_.saved) = regs & registers(Machine::arm64).callee_saved;
    }
  }

  // ld1 to st4, of whole registers or of one element.
  void structures() {
    const bool load = word_.bit(22), of_one = word_.bit(24);
    const int opcode = word_.bits(12, 4);
    int count = 0, bytes = 0;
    bool keeps = false;
    if (of_one) {
      count = (word_.bits(13, 1) << 1 | word_.bits(21, 1)) + 1;
      const int scale = opcode >> 2, size = word_.bits(10, 2);
      const int element = scale == 3   ? 1 << size
                          : scale == 2 ? ((size & 1) != 0 ? 8 : 4)
                                       : 1 << scale;
      bytes = count * element;
      keeps = scale != 3;  // the register's other elements
    } else {
      constexpr int kCounts[16] = {4, 0, 4, 0, 3, 0, 3, 1, 2, 0, 2, 0, 0, 0, 0, 0};
      count = kCounts[opcode];
      bytes = count * (word_.bit(30) ? 16 : 8);
    }
    RegisterSet regs = 0;
    for (int i = 0; i < count; i++) regs |= vector_register(word_.rd() + i);
    at_base(0, bytes);
    move(regs, load);
    if (keeps) result_.read |= regs;
    result_.saved = result_.restored = 0;  // no compiler saves registers so
    if (!word_.bit(23)) return;
    write_back(word_.rm() == 31 ? bytes : 0);
    if (word_.rm() != 31) result_.read |= general(word_.rm());
  }

  // ldxr, stxr, ldar, stlr and their pairs; cas and casp.
  void exclusive() {
    const bool ordered = word_.bit(23), load = word_.bit(22), third = word_.bit(21);
    const int bytes = 1 << word_.bits(30, 2);
    if (third && !ordered && !word_.bit(31)) {  // casp: of two registers each
      at_base(0, word_.bit(30) ? 16 : 8);
      const RegisterSet compared = general(word_.rm()) | general((word_.rm() + 1) & 31);
      result_.read |= compared | general(word_.rd()) | general((word_.rd() + 1) & 31);
      result_.written |= compared;
      result_.reads_memory = result_.writes_memory = true;
      return;
    }
    const bool pair = third && !ordered;
    at_base(0, pair ? 2 * bytes : bytes);
    if (third && ordered) {  // cas
      result_.read |= general(word_.rm()) | general(word_.rd());
      result_.written |= general(word_.rm());
      result_.reads_memory = result_.writes_memory = true;
      return;
    }
    move(general(word_.rd()) | (pair ? general(word_.rt2()) : 0), load);
    result_.saved = result_.restored = 0;
    if (!ordered && !load) result_.written |= general(word_.rm());  // whether it did store
    if (load && !pair && word_.rd() != 31) result_.destination = word_.rd();
  }

  void literal() {
    result_.data_address =
        result_.address + static_cast<std::uint64_t>(word_.signed_bits(5, 19) * 4);
    const int opc = word_.bits(30, 2);
    if (!word_.bit(26) && opc == 3) return;  // prfm
    result_.memory_bytes = word_.bit(26) ? 4 << opc : opc == 1 ? 8 : 4;
    move(data(word_.rd()), true);
    if (!word_.bit(26) && word_.rd() != 31) result_.destination = word_.rd();
  }

  // stg and its like: the tags of memory, which a program cannot read otherwise.
  void tags() {
    at_base(word_.signed_bits(12, 9) * 16, 0);
    if (word_.bit(10)) write_back(result_.displacement);
  }

  void pair() {
    const int opc = word_.bits(30, 2);
    const int bytes = word_.bit(26) ? 4 << opc : opc == 2 ? 8 : 4;
    const std::int64_t offset = word_.signed_bits(15, 7) * bytes;
    const int mode =
        word_.bits(23, 2);  // 0 without allocation, 1 post-index, 2 offset, 3 pre-index
    at_base(mode == 1 ? 0 : offset, 2 * bytes);
    const bool load = word_.bit(22);
    move(data(word_.rd()) | data(word_.rt2()), load);
    if (bytes < 8) result_.saved = result_.restored = 0;
    if ((mode & 1) != 0) write_back(offset);
  }

  int single_bytes() const {
    const int size = word_.bits(30, 2);
    return word_.bit(26) && word_.bit(23) ? 16 << size : 1 << size;
  }

  void single(std::int64_t displacement) {
    const int opc = word_.bits(22, 2);
    const bool of_vector = word_.bit(26);
    const bool prefetch = !of_vector && opc == 2 && word_.bits(30, 2) == 3;
    at_base(displacement, prefetch ? 0 : single_bytes());
    if (prefetch) return;
    const bool load = of_vector ? (opc & 1) != 0 : opc != 0;
    move(data(word_.rd()), load);
    if (of_vector || word_.rd() == 31) return;
    (load ? result_.destination : result_.source) = word_.rd();
  }

  void unscaled() {
    const int mode = word_.bits(10, 2);
    if (!word_.bit(21)) {  // 0 ldur, 1 post-index, 2 ldtr, 3 pre-index
      const std::int64_t offset = word_.signed_bits(12, 9);
      single(mode == 1 ? 0 : offset);
      if ((mode & 1) != 0) write_back(offset);
    } else if (mode == 2) {
      result_.indexed = true;
      result_.read |= general(word_.rm());
      single(0);
    } else if (mode == 0) {
      atomic();
    } else {  // ldraa, ldrab
      const std::int64_t offset = ((word_.bit(22) ? -512 : 0) + word_.bits(12, 9)) * 8;
      at_base(offset, 8);
      move(general(word_.rd()), true);
      if (word_.rd() != 31) result_.destination = word_.rd();
      if (word_.bit(11)) write_back(offset);
    }
  }

  // ldadd, swp and their like, and ldapr.
  void atomic() {
    const bool of_ldapr = word_.bits(12, 4) == 12;
    at_base(0, single_bytes());
    move(general(word_.rd()), true);
    result_.saved = result_.restored = 0;
    if (of_ldapr) {
      if (word_.rd() != 31) result_.destination = word_.rd();
      return;
    }
    result_.read |= general(word_.rm());
    result_.writes_memory = true;
  }

  Word word_;
  Instruction& result_;
};

}  // namespace

void read_memory_word(Word word, Instruction& result) {
  Access(word, result).read();
}

}  // namespace tracetoll
