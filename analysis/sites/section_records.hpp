// Tables of records of one size: what the readers of foreign sites share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

// The number at an offset that is known to lie inside. Tables of a hostile file are not aligned.
template <typename Number>
Number number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  Number value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

struct Record {
  std::uint64_t address = 0;
  std::span<const std::uint8_t> bytes;

  std::uint64_t absolute(std::size_t offset) const {
    return number_at<std::uint64_t>(bytes, offset);
  }
  // A field that is relative to its own address.
  template <typename Number>
  std::uint64_t relative(std::size_t offset) const {
    return address + offset +
           static_cast<std::uint64_t>(std::int64_t{number_at<Number>(bytes, offset)});
  }
};

// ElfFile::tables of that name. Tables that share bytes were made to cost time: as many as there
// are section headers, each as long as the file.
inline std::vector<Section> tables_of(const ElfFile& file, std::string_view name) {
  std::vector<Section> result = file.tables(name);
  std::uint64_t bytes = 0;
  for (const Section& table : result) bytes += table.bytes.size();
  if (bytes > file.file_size()) file.fail("sections " + std::string(name) + " overlap");
  return result;
}

// The records of all tables of that name, in order. Throws InputError where a table ends inside
// one.
inline std::vector<Record> records(const ElfFile& file, std::string_view name, std::size_t size) {
  std::vector<Record> result;
  for (const Section& table : tables_of(file, name)) {
    if (table.bytes.size() % size != 0) {
      file.fail("section " + std::string(name) + " is no whole number of records");
    }
    for (std::size_t at = 0; at < table.bytes.size(); at += size) {
      result.push_back({table.address + at, table.bytes.subspan(at, size)});
    }
  }
  return result;
}

// The code at an address: `most` bytes, or what its section still holds; empty where there is none.
inline std::span<const std::uint8_t> code_at(const ElfFile& file, std::uint64_t address,
                                             std::uint64_t most) {
  const Section* section = file.section_at(address, 1);
  if (section == nullptr || !section->executable) return {};
  const auto rest = section->bytes.subspan(address - section->address);
  return rest.first(std::min<std::uint64_t>(most, rest.size()));
}

}  // namespace tracetoll
