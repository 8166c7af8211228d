// The section headers of an ELF file, each checked against its size.
#include <elf.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include "elf_file.hpp"

namespace tracetoll {

void ElfFile::read_sections() {
  elf_version(EV_CURRENT);
  handle_.reset(elf_memory(reinterpret_cast<char*>(image_.data()), image_.size()));
  GElf_Ehdr header;
  if (!handle_ || elf_kind(handle_.get()) != ELF_K_ELF ||
      gelf_getehdr(handle_.get(), &header) == nullptr) {
    fail(std::string("not a readable ELF file: ") + elf_errmsg(-1));
  }
  std::size_t count = 0;
  std::size_t names = 0;
  if (elf_getshdrnum(handle_.get(), &count) != 0 || elf_getshdrstrndx(handle_.get(), &names) != 0) {
    fail(std::string("broken section headers: ") + elf_errmsg(-1));
  }
  // libelf passes over section headers that the file is too short for.
  if (header.e_shoff != 0 && (count == 0 || count < header.e_shnum)) {
    fail("is cut off: its section headers lie outside the file");
  }
  std::vector<std::uint64_t> name_offsets;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; i++) {
    GElf_Shdr raw;
    Elf_Scn* handle = elf_getscn(handle_.get(), i);
    if (handle == nullptr || gelf_getshdr(handle, &raw) == nullptr) {
      fail(fmt::format("broken header of section {}: {}", i, elf_errmsg(-1)));
    }
    Section section;
    section.address = raw.sh_addr;
    section.size = raw.sh_size;
    section.loaded = (raw.sh_flags & SHF_ALLOC) != 0;
    section.executable = (raw.sh_flags & SHF_EXECINSTR) != 0;
    section.type = raw.sh_type;
    section.link = raw.sh_link;
    section.info = raw.sh_info;
    section.flags = raw.sh_flags;
    section.offset = raw.sh_offset;
    section.alignment = raw.sh_addralign;
    if (raw.sh_type != SHT_NOBITS && raw.sh_type != SHT_NULL) {
      if (raw.sh_offset > image_.size() || raw.sh_size > image_.size() - raw.sh_offset) {
        fail(fmt::format("section {} lies outside the file", i));
      }
      section.bytes = std::span(image_).subspan(raw.sh_offset, raw.sh_size);
      // Or 65,000 sections that are each the whole file would take as many times as long to read.
      sum += raw.sh_size;
      if (sum > 8 * image_.size()) fail("its sections overlap endlessly");
    }
    if (section.address + section.size < section.address) {
      fail(fmt::format("section {} wraps around the address space", i));
    }
    name_offsets.push_back(raw.sh_name);
    sections_.push_back(section);
  }
  if (names >= sections_.size()) return;  // a file without section names
  for (std::size_t i = 0; i < count; i++) {
    sections_[i].name = name_at(sections_[names].bytes, name_offsets[i]);
  }
}

const Section& ElfFile::linked(const Section& section) const {
  if (section.link >= sections_.size()) {
    fail(fmt::format("section {} is linked to section {}, which it does not have", section.name,
                     section.link));
  }
  return sections_[section.link];
}

}  // namespace tracetoll
