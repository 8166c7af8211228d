#include "relocations.hpp"

#include <elf.h>

#include <cstring>

namespace tracetoll {

namespace {

bool store(std::span<std::uint8_t> bytes, std::uint64_t value, std::size_t size) {
  if (bytes.size() < size) return false;
  std::memcpy(bytes.data(), &value, size);
  return true;
}

bool apply_x86_64(const Relocation& r, std::span<std::uint8_t> bytes) {
  const std::uint64_t value = r.symbol + static_cast<std::uint64_t>(r.addend);
  const std::uint64_t slot = r.slot + static_cast<std::uint64_t>(r.addend);
  switch (r.type) {
    case R_X86_64_64:
      return store(bytes, value, 8);
    case R_X86_64_PC64:
      return store(bytes, value - r.place, 8);
    case R_X86_64_32:
    case R_X86_64_32S:
      return store(bytes, value, 4);
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
      return store(bytes, value - r.place, 4);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
    case R_X86_64_GOTTPOFF:
      return store(bytes, slot - r.place, 4);
    case R_X86_64_16:
      return store(bytes, value, 2);
    case R_X86_64_PC16:
      return store(bytes, value - r.place, 2);
    case R_X86_64_8:
      return store(bytes, value, 1);
    case R_X86_64_PC8:
      return store(bytes, value - r.place, 1);
    default:
      return true;
  }
}

// Puts `bits` low bits of value at bit `at` of the instruction.
bool store_bits(std::span<std::uint8_t> bytes, std::uint64_t value, int bits, int at) {
  std::uint32_t code = 0;
  if (bytes.size() < sizeof code) return false;
  std::memcpy(&code, bytes.data(), sizeof code);
  const std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
  code = (code & ~(mask << at)) | ((static_cast<std::uint32_t>(value) & mask) << at);
  std::memcpy(bytes.data(), &code, sizeof code);
  return true;
}

// The 21 bits of adr and adrp: the low two stand apart.
bool store_adr(std::span<std::uint8_t> bytes, std::uint64_t value) {
  return store_bits(bytes, value, 2, 29) && store_bits(bytes, value >> 2, 19, 5);
}

constexpr std::uint64_t page(std::uint64_t address) {
  return address & ~std::uint64_t{0xfff};
}

bool apply_arm64(const Relocation& r, std::span<std::uint8_t> bytes) {
  const std::uint64_t value = r.symbol + static_cast<std::uint64_t>(r.addend);
  const std::uint64_t slot = r.slot + static_cast<std::uint64_t>(r.addend);
  const std::uint64_t distance = value - r.place;
  const std::uint64_t low = value & 0xfff;
  switch (r.type) {
    case R_AARCH64_ABS64:
      return store(bytes, value, 8);
    case R_AARCH64_ABS32:
      return store(bytes, value, 4);
    case R_AARCH64_ABS16:
      return store(bytes, value, 2);
    case R_AARCH64_PREL64:
      return store(bytes, distance, 8);
    case R_AARCH64_PREL32:
    case 314:  // R_AARCH64_PLT32, which glibc 2.36's elf.h lacks
      return store(bytes, distance, 4);
    case R_AARCH64_PREL16:
      return store(bytes, distance, 2);
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
      return store_bits(bytes, distance >> 2, 26, 0);
    case R_AARCH64_CONDBR19:
    case R_AARCH64_LD_PREL_LO19:
      return store_bits(bytes, distance >> 2, 19, 5);
    case R_AARCH64_TSTBR14:
      return store_bits(bytes, distance >> 2, 14, 5);
    case R_AARCH64_ADR_PREL_LO21:
      return store_adr(bytes, distance);
    case R_AARCH64_ADR_PREL_PG_HI21:
    case R_AARCH64_ADR_PREL_PG_HI21_NC:
      return store_adr(bytes, (page(value) - page(r.place)) >> 12);
    case R_AARCH64_ADR_GOT_PAGE:
      return store_adr(bytes, (page(slot) - page(r.place)) >> 12);
    case R_AARCH64_LD64_GOT_LO12_NC:
      return store_bits(bytes, (slot & 0xfff) >> 3, 12, 10);
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC:
      return store_bits(bytes, low, 12, 10);
    case R_AARCH64_LDST16_ABS_LO12_NC:
      return store_bits(bytes, low >> 1, 12, 10);
    case R_AARCH64_LDST32_ABS_LO12_NC:
      return store_bits(bytes, low >> 2, 12, 10);
    case R_AARCH64_LDST64_ABS_LO12_NC:
      return store_bits(bytes, low >> 3, 12, 10);
    case R_AARCH64_LDST128_ABS_LO12_NC:
      return store_bits(bytes, low >> 4, 12, 10);
    default:
      return true;
  }
}

}  // namespace

bool apply(Machine machine, const Relocation& relocation, std::span<std::uint8_t> bytes) {
  return machine == Machine::x86_64 ? apply_x86_64(relocation, bytes)
                                    : apply_arm64(relocation, bytes);
}

}  // namespace tracetoll
