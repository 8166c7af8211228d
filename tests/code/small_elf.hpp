// ELF files made by hand, for what no linker would write. Sections are numbered as they stand in
// `sections`; 0 is the empty one.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tracetoll {

struct SmallSection {
  const char* name = "";
  std::uint32_t type = SHT_NULL;
  std::uint64_t flags = 0;
  std::string bytes = {};
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t address = 0;
  std::uint64_t alignment = 1;
};

template <typename Record>
std::string bytes_of(const std::vector<Record>& records) {
  return {reinterpret_cast<const char*>(records.data()), records.size() * sizeof(Record)};
}

struct SmallElf {
  std::uint16_t type = ET_REL;
  std::uint16_t machine = EM_X86_64;
  std::vector<SmallSection> sections;

  std::string write() const;
};

// f() calls g(), which is undefined, and reads where `pointer` points, which is to f(); f has an
// entry in .eh_frame, and its symbol can be left out.
enum { kText = 1, kData, kFrame, kTextRela, kDataRela, kFrameRela, kSymbols, kStrings };
inline SmallElf small_object(bool named = true) {
  const std::string text("\xe8\0\0\0\0\x48\x8b\x05\0\0\0\0\xc3\x90\x90\x90", 16);
  const std::string frame(
      "\x14\0\0\0\0\0\0\0\x01zR\0\x01\x78\x10\x01\x1b\x0c\x07\x08\x90\x01\0\0"
      "\x10\0\0\0\x1c\0\0\0\0\0\0\0\x0d\0\0\0\0\0\0\0"
      "\0\0\0\0",
      48);
  const unsigned char kind = ELF64_ST_INFO(STB_GLOBAL, named ? STT_FUNC : STT_NOTYPE);
  const auto object = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
  const auto unknown = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
  const auto section = ELF64_ST_INFO(STB_LOCAL, STT_SECTION);
  const std::vector<Elf64_Sym> symbols = {{},
                                          {0, section, 0, kText, 0, 0},
                                          {1, kind, 0, kText, 0, 13},
                                          {3, unknown, 0, SHN_UNDEF, 0, 0},
                                          {5, object, 0, kData, 0, 8},
                                          {13, object, 0, SHN_COMMON, 8, 24}};
  const std::vector<Elf64_Rela> text_rela = {{1, ELF64_R_INFO(3, R_X86_64_PLT32), -4},
                                             {8, ELF64_R_INFO(4, R_X86_64_PC32), -4}};
  const std::vector<Elf64_Rela> data_rela = {{0, ELF64_R_INFO(1, R_X86_64_64), 0}};
  const std::vector<Elf64_Rela> frame_rela = {{32, ELF64_R_INFO(1, R_X86_64_PC32), 0}};
  const std::uint64_t kCode = SHF_ALLOC | SHF_EXECINSTR;
  SmallElf elf;
  elf.sections = {
      {},
      {".text", SHT_PROGBITS, kCode, text, 0, 0, 0, 16},
      {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, std::string(8, '\0'), 0, 0, 0, 8},
      {".eh_frame", SHT_PROGBITS, SHF_ALLOC, frame, 0, 0, 0, 8},
      {".rela.text", SHT_RELA, SHF_INFO_LINK, bytes_of(text_rela), kSymbols, kText},
      {".rela.data", SHT_RELA, SHF_INFO_LINK, bytes_of(data_rela), kSymbols, kData},
      {".rela.eh_frame", SHT_RELA, SHF_INFO_LINK, bytes_of(frame_rela), kSymbols, kFrame},
      {".symtab", SHT_SYMTAB, 0, bytes_of(symbols), kStrings, 2},
      {".strtab", SHT_STRTAB, 0, std::string("\0f\0g\0pointer\0common\0", 20)},
  };
  return elf;
}

inline std::string SmallElf::write() const {
  std::vector<SmallSection> all = sections;
  all.push_back({".shstrtab", SHT_STRTAB});
  std::vector<Elf64_Shdr> headers;
  std::string names;
  for (const SmallSection& section : all) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    names += section.name;
    names += '\0';
    header.sh_type = section.type;
    header.sh_flags = section.flags;
    header.sh_link = section.link;
    header.sh_info = section.info;
    header.sh_addr = section.address;
    header.sh_addralign = section.alignment;
    headers.push_back(header);
  }
  all.back().bytes = names;
  std::string file(sizeof(Elf64_Ehdr), '\0');
  for (std::size_t i = 0; i < all.size(); i++) {
    headers[i].sh_offset = file.size();
    headers[i].sh_size = all[i].bytes.size();
    file += all[i].bytes;
  }
  file.resize((file.size() + 7) / 8 * 8);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = type;
  header.e_machine = machine;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shoff = file.size();
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  file += bytes_of(headers);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

}  // namespace tracetoll
