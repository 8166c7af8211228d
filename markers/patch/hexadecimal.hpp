// Addresses and bytes in messages. The library has no other use for a formatting library.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace tracetoll::patch {

inline std::string hexadecimal(std::uintptr_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
  return text;
}

// "0f 1f 44 00 00"
inline std::string hexadecimal(const std::uint8_t* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; i++) {
    char byte[4];
    std::snprintf(byte, sizeof byte, i == 0 ? "%02x" : " %02x", bytes[i]);
    text += byte;
  }
  return text;
}

}  // namespace tracetoll::patch
