#include "line_cost.hpp"

#include <dwarf.h>

#include <algorithm>
#include <vector>

#include "byte_cursor.hpp"

namespace tracetoll {

namespace {

std::uint64_t length_at(std::span<const std::uint8_t> strings, std::uint64_t offset) {
  return offset < strings.size() ? ByteCursor(strings.subspan(offset)).text() : 0;
}

struct Entry {
  std::uint64_t path_bytes = 0;
  std::uint64_t folder = 0;  // which
};

// Before DWARF 5: texts, and an empty one.
std::vector<std::uint64_t> old_folders(ByteCursor& at, std::uint64_t folder_bytes) {
  std::vector<std::uint64_t> folders{folder_bytes};
  while (const std::uint64_t size = at.text()) folders.push_back(size);
  return folders;
}

std::vector<Entry> old_files(ByteCursor& at) {
  std::vector<Entry> files;
  while (const std::uint64_t size = at.text()) {
    files.push_back({size, at.uleb()});
    at.uleb();  // time
    at.uleb();  // size
  }
  return files;
}

// DWARF 5: a table whose columns it states itself. Nothing for a column of unknown form.
std::optional<std::vector<Entry>> entries(ByteCursor& at, const LineSections& sections,
                                          std::size_t offset_size) {
  struct Column {
    std::uint64_t content, form;
  };
  std::vector<Column> columns(at.number(1));
  for (Column& column : columns) column = {at.uleb(), at.uleb()};
  const std::uint64_t count = at.uleb();
  std::vector<Entry> result;
  for (std::uint64_t i = 0; i < count && !at.broken(); i++) {
    Entry entry;
    const std::uint64_t before = at.left();
    for (const Column& column : columns) {
      std::uint64_t value = 0;
      switch (column.form) {
        case DW_FORM_string:
          value = at.text();
          break;
        case DW_FORM_line_strp:
          value = length_at(sections.line_strings, at.number(offset_size));
          break;
        case DW_FORM_strp:
          value = length_at(sections.strings, at.number(offset_size));
          break;
        case DW_FORM_data1:
          value = at.number(1);
          break;
        case DW_FORM_data2:
          value = at.number(2);
          break;
        case DW_FORM_udata:
          value = at.uleb();
          break;
        case DW_FORM_data16:
          at.take(16);
          break;
        default:
          return {};
      }
      if (column.content == DW_LNCT_path) entry.path_bytes = value;
      if (column.content == DW_LNCT_directory_index) entry.folder = value;
    }
    if (at.left() == before) return {};  // without columns there is no end
    result.push_back(entry);
  }
  return result;
}

}  // namespace

std::optional<LineCost> line_cost(const LineSections& sections, std::uint64_t offset,
                                  std::uint64_t folder_bytes) {
  if (offset >= sections.lines.size()) return {};
  ByteCursor section(sections.lines.subspan(offset));
  std::uint64_t size = section.number(4);
  const std::size_t offset_size = size == 0xffffffff ? 8 : 4;
  if (offset_size == 8) size = section.number(8);
  ByteCursor at(section.take(size));
  LineCost cost{size, 0};
  const std::uint64_t version = at.number(2);
  if (version < 2 || version > 5) return {};
  if (version == 5) at.take(2);  // sizes of an address and a segment
  at.take(offset_size);          // where the program begins
  at.take(version >= 4 ? 5 : 4);
  const std::uint64_t opcodes = at.number(1);
  at.take(opcodes == 0 ? 0 : opcodes - 1);
  std::vector<std::uint64_t> folders;
  std::vector<Entry> files;
  if (version < 5) {
    folders = old_folders(at, folder_bytes);
    files = old_files(at);
  } else {
    const auto named = entries(at, sections, offset_size);
    if (!named) return {};
    for (const Entry& folder : *named) folders.push_back(folder.path_bytes);
    auto found = entries(at, sections, offset_size);
    if (!found) return {};
    files = std::move(*found);
  }
  if (section.broken() || at.broken()) return {};
  std::uint64_t longest = 0;
  for (const std::uint64_t folder : folders) longest = std::max(longest, folder);
  longest += folder_bytes;
  for (const Entry& file : files) {
    const std::uint64_t folder = file.folder < folders.size() ? folders[file.folder] : 0;
    cost.path_bytes += folder_bytes + folder + file.path_bytes + 3;
  }
  // The program may name more files (DW_LNE_define_file, seven bytes at least).
  if (version < 5) cost.path_bytes += at.left() / 7 * longest + at.left();
  return cost;
}

}  // namespace tracetoll
