#include "location.hpp"

#include <dwarf.h>

#include <algorithm>
#include <utility>

#include "evaluate.hpp"

namespace tracetoll::dwarf {

namespace {

std::vector<std::uint8_t> bytes_of(std::uint64_t value) {
  std::vector<std::uint8_t> result;
  for (int i = 0; i < 8; i++) result.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return result;
}

Location part_of_pieces(const Location& location, std::int64_t offset, std::int64_t size) {
  Location result;
  result.kind = Location::Kind::pieces;
  std::int64_t begin = 0;
  for (const Location::Piece& piece : location.pieces) {
    const std::int64_t end = begin + piece.size;
    const std::int64_t first = std::max(begin, offset);
    const std::int64_t last = std::min(end, offset + size);
    if (first < last) {
      Location part = part_of(piece.location, first - begin, last - first);
      if (last - first == size) return part;
      result.pieces.push_back({std::move(part), last - first});
    }
    begin = end;
  }
  if (result.pieces.empty()) return {};  // beyond the last one
  return result;
}

}  // namespace

Location in_memory(Word address) {
  Location result;
  result.kind = Location::Kind::memory;
  result.word = std::move(address);
  return result;
}

Location of_value(Word value) {
  Location result;
  result.kind = Location::Kind::value;
  result.word = std::move(value);
  return result;
}

Location part_of(const Location& location, std::int64_t offset, std::int64_t size) {
  constexpr std::int64_t kAll = std::int64_t{1} << 40;
  if (offset < 0) unsupported("it lies before what holds it");
  if (size == 0) size = kAll;
  Location result = location;
  switch (location.kind) {
    case Location::Kind::memory:
      result.word = plus(location.word, offset);
      return result;
    case Location::Kind::value:
      if (offset == 0) return result;
      if (!location.word.constant()) unsupported("it is in the upper part of a register");
      result.kind = Location::Kind::bytes;
      result.bytes = bytes_of(static_cast<std::uint64_t>(location.word.value()));
      return part_of(result, offset, size);
    case Location::Kind::bytes: {
      const auto all = static_cast<std::int64_t>(location.bytes.size());
      if (offset > all || (size != kAll && size > all - offset)) return {};
      size = std::min(size, all - offset);
      result.bytes.assign(location.bytes.begin() + offset, location.bytes.begin() + offset + size);
      return result;
    }
    case Location::Kind::pieces:
      return part_of_pieces(location, offset, size);
    case Location::Kind::pointer:
      if (offset == 0) return result;
      return {};
    case Location::Kind::nowhere:
      return result;
  }
  return result;
}

std::optional<Location> constant_of(Dwarf_Die& entry) {
  Dwarf_Attribute attribute;
  if (!attribute_of(entry, DW_AT_const_value, attribute)) return {};
  Location result;
  result.kind = Location::Kind::bytes;
  Dwarf_Block block;
  if (dwarf_formblock(&attribute, &block) == 0) {
    result.bytes.assign(block.data, block.data + block.length);
    return result;
  }
  // The forms of a fixed size have no sign: compilers write 200 in one byte.
  const unsigned form = dwarf_whatform(&attribute);
  Dwarf_Sword number = 0;
  Dwarf_Word bits = 0;
  if (form == DW_FORM_sdata || form == DW_FORM_implicit_const) {
    if (dwarf_formsdata(&attribute, &number) == 0) return of_value(constant_word(number));
  } else if (dwarf_formudata(&attribute, &bits) == 0) {
    return of_value(constant_word(static_cast<std::int64_t>(bits)));
  }
  return {};
}

Location location_of(Dwarf_Die& variable, const Place& place) {
  Dwarf_Attribute attribute;
  if (attribute_of(variable, DW_AT_location, attribute)) {
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    const int ranges = dwarf_getlocation_addr(&attribute, place.address, &operations, &count, 1);
    if (ranges == 1) return evaluate({operations, count}, &attribute, place);
    if (ranges < 0) {
      Location result;
      result.missing = {Missing::Why::not_supported, "its location cannot be read"};
      return result;
    }
  }
  if (auto constant = constant_of(variable)) return *std::move(constant);
  return {};
}

}  // namespace tracetoll::dwarf
