// Addresses of code, from the first to before the end.
#pragma once

#include <cstdint>

namespace tracetoll {

struct CodeRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool contains(std::uint64_t address) const { return address >= begin && address < end; }
  bool operator==(const CodeRange&) const = default;
};

}  // namespace tracetoll
