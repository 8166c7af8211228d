// arm64: names from Capstone 4.0.2, all else from the encoding.
#include <cstring>

#include "arm64_word.hpp"
#include "capstone_handle.hpp"

namespace tracetoll {

namespace {

constexpr RegisterSet kX0 = bit(0), kX8 = bit(8), kX16 = bit(16), kX17 = bit(17), kX30 = bit(30);

void use(Instruction& result, RegisterSet read, RegisterSet written) {
  result.read |= read;
  result.written |= written;
}

// adr, adrp, add and sub of an immediate, logic, movz, bit fields.
void read_immediate_word(Word word, Instruction& result) {
  const RegisterSet d = general(word.rd()), n = general(word.rn());
  switch (word.bits(23, 3)) {
    case 0:
    case 1: {
      const std::int64_t offset = word.signed_bits(5, 19) * 4 + word.bits(29, 2);
      const bool pages = word.bit(31);
      const std::uint64_t from = pages ? result.address & ~std::uint64_t{4095} : result.address;
      result.data_address = from + static_cast<std::uint64_t>(pages ? offset * 4096 : offset);
      if (word.rd() != 31) result.destination = word.rd();
      return use(result, 0, d);
    }
    case 2: {
      const bool flags = word.bit(29), wide = word.bit(31);
      const std::int64_t size = std::int64_t{word.bits(10, 12)} << (word.bit(22) ? 12 : 0);
      const std::int64_t added = word.bit(30) ? -size : size;
      use(result, general_or_sp(word.rn()), flags ? d : general_or_sp(word.rd()));
      if (flags && word.rd() == 31) return;  // cmp, cmn
      result.destination = word.rd();
      const bool stack = word.rn() == 31 || (word.rd() == 31 && !flags);
      if (added == 0 && !flags && stack) {
        result.source = word.rn();  // mov to or from sp
      } else {
        result.base = word.rn();
        result.displacement = added;
      }
      if (word.rn() != 31 || !wide) return;
      if (word.rd() == 31 && !flags) result.stack_drop = -added;
      result.frame_pointer = word.rd() == 29 && added >= 0;
      return;
    }
    case 3:  // addg, subg
      return use(result, general_or_sp(word.rn()), general_or_sp(word.rd()));
    case 4:  // and, orr, eor to sp too; ands not
      return use(result, n, word.bits(29, 2) == 3 ? d : general_or_sp(word.rd()));
    case 5:  // movk keeps the rest
      if (word.bits(29, 2) != 3 && word.rd() != 31) result.destination = word.rd();
      return use(result, word.bits(29, 2) == 3 ? d : 0, d);
    case 6:  // bfm likewise
      return use(result, word.bits(29, 2) == 1 ? n | d : n, d);
    default:
      return use(result, n | general(word.rm()), d);  // extr
  }
}

void read_register_word(Word word, Instruction& result) {
  const RegisterSet d = general(word.rd()), n = general(word.rn()), m = general(word.rm());
  if (!word.bit(28)) {
    const bool extended = word.bit(24) && word.bit(21);
    const bool keeps_flags = !word.bit(29);
    use(result, (extended ? general_or_sp(word.rn()) : n) | m,
        extended && keeps_flags ? general_or_sp(word.rd()) : d);
    if (word.matches(0x7fe0ffe0, 0x2a0003e0) && word.rd() != 31) {  // mov
      result.destination = word.rd();
      if (word.rm() != 31) result.source = word.rm();
    }
    return;
  }
  if (word.bit(24)) return use(result, n | m | general(word.rt2()), d);  // madd
  switch (word.bits(21, 3)) {
    case 0:  // adc; rmif and setf8 read one and write flags
      return word.bits(10, 6) == 0 ? use(result, n | m, d) : use(result, n, 0);
    case 2:  // ccmp
      return use(result, word.bit(11) ? n : n | m, 0);
    case 4:
      result.conditional_move = !(word.rn() == 31 && word.rm() == 31);  // cset has but flags
      return use(result, n | m, d);
    default:
      // Of one operand (clz, rev) bits 16 on name the operation; pacia reads its destination.
      if (!word.bit(30)) return use(result, n | m, d);
      return use(result, word.bits(16, 5) == 1 ? n | d : n, d);
  }
}

// pacia1716 to autibz, and chkfeat: which they sign.
void read_hint(Word word, Instruction& result) {
  const int number = word.bits(5, 7);
  result.nop = number == 0;
  if (number == 7) use(result, kX30, kX30);  // xpaclri
  if (number == 8 || number == 10 || number == 12 || number == 14) {
    use(result, kX16 | kX17, kX17);
  }
  if (number >= 24 && number <= 31) use(result, kX30 | ((number & 1) != 0 ? bit(31) : 0), kX30);
}

Flow read_branch_register(Word word, Instruction& result) {
  const int kind = word.bits(21, 4);
  if (kind > 2 && kind != 8 && kind != 9) return kind == 4 ? Flow::ret : Flow::stop;  // eret
  const bool authenticated = word.bit(11);
  const int modifier = word.rd();
  if (kind >= 8) result.read |= general_or_sp(modifier);
  if (kind == 2) {
    result.read |= authenticated ? kX30 | bit(31) : general(word.rn());
    return Flow::ret;
  }
  result.read |= general(word.rn());
  if ((kind & 1) == 0) return Flow::jump;
  result.written |= kX30;
  return Flow::call;
}

Flow read_branch_word(Word word, Instruction& result) {
  const auto to = [&](std::int64_t words) {
    result.target = result.address + static_cast<std::uint64_t>(words * 4);
  };
  if (word.matches(0x7c000000, 0x14000000)) {  // b, bl
    to(word.signed_bits(0, 26));
    if (!word.bit(31)) return Flow::jump;
    result.written |= kX30;
    return Flow::call;
  }
  if (word.matches(0xff000000, 0x54000000)) {  // b.eq
    to(word.signed_bits(5, 19));
    return Flow::conditional;
  }
  if (word.matches(0x7c000000, 0x34000000)) {  // cbz, cbnz, tbz, tbnz
    const bool of_bit = word.bit(25);
    to(of_bit ? word.signed_bits(5, 14) : word.signed_bits(5, 19));
    result.read |= general(word.rd());
    if (!of_bit && word.rd() != 31) result.tested = word.rd();
    return Flow::conditional;
  }
  if (word.matches(0xff000000, 0xd4000000)) {
    if (word.bits(21, 3) != 0) return Flow::stop;  // brk, hlt
    use(result, kX8, kX0);                         // svc
    return Flow::next;
  }
  if (word.matches(0xfffff01f, 0xd503201f)) {
    read_hint(word, result);
    return Flow::next;
  }
  if (word.matches(0xffc00000, 0xd5000000)) {  // mrs and sysl write it, msr and sys read it
    const bool of_register = word.bits(19, 2) != 0;
    if (of_register) (word.bit(21) ? result.written : result.read) |= general(word.rd());
    return Flow::next;
  }
  return word.matches(0xfe000000, 0xd6000000) ? read_branch_register(word, result) : Flow::stop;
}

}  // namespace

// LSE, RCpc, pointer authentication, dot products: what g++ and clang++ emit for armv8.1-a and on.
const char* unlisted_arm64(Word word) {
  if (word.matches(0xfffff01f, 0xd503201f)) return "hint";
  if (word.matches(0xffff0000, 0)) return "udf";
  if (word.matches(0xfffffbff, 0xd65f0bff)) return word.bit(10) ? "retab" : "retaa";
  if (word.matches(0xffdff800, 0xd71f0800) || word.matches(0xffdff81f, 0xd61f081f)) {
    const bool call = word.bit(21), key = word.bit(10);
    return call ? (key ? "blrab" : "blraa") : key ? "brab" : "braa";
  }
  if (word.matches(0x3f200c00, 0x38200000)) {
    constexpr const char* kNames[] = {"ldadd",  "ldclr",  "ldeor",  "ldset", "ldsmax",
                                      "ldsmin", "ldumax", "ldumin", "swp"};
    const int operation = word.bits(12, 4);
    if (operation == 12) return "ldapr";
    return operation <= 8 ? kNames[operation] : "";
  }
  if (word.matches(0x3fa07c00, 0x08a07c00)) return "cas";
  if (word.matches(0xbfa07c00, 0x08207c00)) return "casp";
  if (word.matches(0xff200400, 0xf8200400)) return word.bit(23) ? "ldrab" : "ldraa";
  if (word.matches(0x3f200c00, 0x19000000)) return word.bits(22, 2) == 0 ? "stlur" : "ldapur";
  if (word.matches(0xffffc000, 0xdac10000)) return "pac";
  if (word.matches(0x9f20fc00, 0x0e009400)) return word.bit(29) ? "udot" : "sdot";
  if (word.matches(0x9f00f400, 0x0f00e000)) return word.bit(29) ? "udot" : "sdot";
  return "";
}

Instruction next_arm64(csh capstone, cs_insn* scratch, CodeBytes bytes, std::uint64_t address) {
  if (bytes.size() < 4) return unknown_instruction(address, static_cast<int>(bytes.size()));
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), 4);  // little-endian, as all hosts of this program
  const Word word(value);
  Instruction result;
  result.address = address;
  result.size = 4;
  const std::uint8_t* code = bytes.data();
  std::size_t size = 4;
  std::uint64_t at = address;
  const bool known = cs_disasm_iter(capstone, &code, &size, &at, scratch);
  result.mnemonic = known ? scratch->mnemonic : unlisted_arm64(word);
  result.unknown = result.mnemonic.empty();
  if (result.unknown) result.mnemonic = "unknown";
  switch (word.bits(25, 4)) {
    case 8:
    case 9:
      read_immediate_word(word, result);
      break;
    case 10:
    case 11:
      result.flow = read_branch_word(word, result);
      break;
    case 4:
    case 6:
    case 12:
    case 14:
      read_memory_word(word, result);
      break;
    case 5:
    case 13:
      read_register_word(word, result);
      break;
    case 7:
    case 15:
      read_vector_word(word, result);
      break;
    case 2:  // SVE, which holds no branches
      break;
    default:
      result.flow = Flow::stop;
  }
  return result;
}

}  // namespace tracetoll
