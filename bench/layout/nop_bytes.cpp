#include "nop_bytes.hpp"

#include <algorithm>
#include <array>

namespace tracetoll {
namespace {

const std::array<Bytes, 9> kNops = {{
    {0x90},
    {0x66, 0x90},
    {0x0f, 0x1f, 0x00},
    {0x0f, 0x1f, 0x40, 0x00},
    {0x0f, 0x1f, 0x44, 0x00, 0x00},
    {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00},
    {0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00},
    {0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00},
    {0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00},
}};

Bytes long_nops(std::size_t length) {
  Bytes bytes;
  while (bytes.size() < length) {
    const Bytes& nop = kNops[std::min(length - bytes.size(), kNops.size()) - 1];
    bytes.insert(bytes.end(), nop.begin(), nop.end());
  }
  return bytes;
}

Bytes jump_over(std::size_t length) {
  constexpr std::size_t kShortJump = 2;
  constexpr std::size_t kNearJump = 5;
  if (length < kShortJump) return long_nops(length);
  Bytes bytes;
  if (const std::size_t rest = length - kShortJump; rest <= 127) {
    bytes = {0xeb, static_cast<std::uint8_t>(rest)};
  } else {
    bytes = {0xe9};
    for (std::size_t offset = length - kNearJump; bytes.size() < kNearJump; offset >>= 8)
      bytes.push_back(static_cast<std::uint8_t>(offset));
  }
  const Bytes skipped = long_nops(length - bytes.size());
  bytes.insert(bytes.end(), skipped.begin(), skipped.end());
  return bytes;
}

}  // namespace

bool are_nops(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const auto starts = [&](const Bytes& nop) {
      return nop.size() <= bytes.size() && std::equal(nop.begin(), nop.end(), bytes.begin());
    };
    const auto nop = std::ranges::find_if(kNops, starts);
    if (nop == kNops.end()) return false;
    bytes = bytes.subspan(nop->size());
  }
  return true;
}

Bytes bytes_of_form(std::string_view form, std::size_t length) {
  if (form == "short") return Bytes(length, 0x90);
  return form == "long" ? long_nops(length) : jump_over(length);
}

}  // namespace tracetoll
