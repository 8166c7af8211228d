// Records of an ELF section, which may lie at any address: copied out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tracetoll {

// The caller knows that there are more than `index`.
template <typename Record>
Record record_at(std::span<const std::uint8_t> table, std::size_t index) {
  Record record;
  std::memcpy(&record, table.data() + index * sizeof record, sizeof record);
  return record;
}

}  // namespace tracetoll
