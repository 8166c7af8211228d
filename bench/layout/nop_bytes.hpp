// The bytes of sites that do nothing, on x86-64.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tracetoll {

using Bytes = std::vector<std::uint8_t>;

// Do `bytes` consist of NOPs of one to nine bytes (Intel SDM, volume 2B, NOP: the recommended
// multi-byte sequences)?
bool are_nops(std::span<const std::uint8_t> bytes);

// `length` bytes of a form of kPatchForms:
//
//   short  90 90 90 …
//   long   the NOPs of nine bytes that fit, then one of the rest
//   jump   eb nn, or e9 nn nn nn nn where the rest is longer than 127 bytes, to the end; then
//   `long`
//          (XRay's dormant sled: eb 09 and a NOP of nine). One byte has no room for a jump: 90.
Bytes bytes_of_form(std::string_view form, std::size_t length);

}  // namespace tracetoll
