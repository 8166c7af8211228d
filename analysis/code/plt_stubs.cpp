#include "plt_stubs.hpp"

#include <cstring>
#include <optional>

namespace tracetoll {

namespace {

template <typename Value>
Value load(std::span<const std::uint8_t> code, std::size_t offset) {
  Value value = 0;
  if (offset + sizeof value <= code.size()) std::memcpy(&value, code.data() + offset, sizeof value);
  return value;
}

// [endbr64] [bnd] jmp *slot(%rip)
std::optional<std::uint64_t> x86_64_slot(std::span<const std::uint8_t> code, std::uint64_t address,
                                         std::size_t offset) {
  constexpr std::uint32_t kEndbr64 = 0xfa1e0ff3;
  if (load<std::uint32_t>(code, offset) == kEndbr64) offset += 4;
  if (load<std::uint8_t>(code, offset) == 0xf2) offset++;
  if (load<std::uint16_t>(code, offset) != 0x25ff || offset + 6 > code.size()) return {};
  const auto displacement = load<std::int32_t>(code, offset + 2);
  return address + offset + 6 + static_cast<std::uint64_t>(std::int64_t{displacement});
}

// [bti c] adrp x16, page; ldr x17, [x16, #low]
std::optional<std::uint64_t> arm64_slot(std::span<const std::uint8_t> code, std::uint64_t address,
                                        std::size_t offset) {
  constexpr std::uint32_t kBtiC = 0xd503245f;
  if (load<std::uint32_t>(code, offset) == kBtiC) offset += 4;
  const auto adrp = load<std::uint32_t>(code, offset);
  const auto ldr = load<std::uint32_t>(code, offset + 4);
  if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211) return {};
  const std::uint32_t pages = (adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
  const auto distance = static_cast<std::int32_t>(pages << 11) >> 11;
  return ((address + offset) & ~std::uint64_t{0xfff}) +
         static_cast<std::uint64_t>(std::int64_t{distance}) * 0x1000 + (ldr >> 10 & 0xfff) * 8;
}

}  // namespace

std::vector<PltStub> plt_stubs(Machine machine, std::span<const std::uint8_t> code,
                               std::uint64_t address) {
  std::vector<PltStub> result;
  const bool x86_64 = machine == Machine::x86_64;
  std::size_t step = x86_64 ? 8 : 4;
  for (std::size_t offset = 0; offset < code.size(); offset += step) {
    const auto slot =
        x86_64 ? x86_64_slot(code, address, offset) : arm64_slot(code, address, offset);
    if (!slot) continue;
    result.push_back({address + offset, *slot});
    if (!x86_64) offset += 8;  // or the adrp after a bti would be a second stub
  }
  return result;
}

}  // namespace tracetoll
