// A position in bytes that may end anywhere. After a read past the end, broken() is true and all
// reads give 0.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace tracetoll {

class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::uint8_t> rest) : rest_(rest) {}

  bool broken() const { return broken_; }
  std::uint64_t left() const { return rest_.size(); }

  std::span<const std::uint8_t> take(std::uint64_t size) {
    if (size > rest_.size()) {
      broken_ = true;
      rest_ = {};
      return {};
    }
    const auto result = rest_.first(size);
    rest_ = rest_.subspan(size);
    return result;
  }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const auto bytes = take(size);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = number(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  // The length of a text, and past its NUL.
  std::uint64_t text() {
    const auto* end = static_cast<const std::uint8_t*>(
        rest_.empty() ? nullptr : std::memchr(rest_.data(), 0, rest_.size()));
    if (end == nullptr) {
      broken_ = true;
      rest_ = {};
      return 0;
    }
    const auto size = static_cast<std::uint64_t>(end - rest_.data());
    take(size + 1);
    return size;
  }

 private:
  std::span<const std::uint8_t> rest_;
  bool broken_ = false;
};

}  // namespace tracetoll
