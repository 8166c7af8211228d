// An ELF file of one guarded site, made by hand: small enough to break every bit of it in turn.
#pragma once

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tracetoll {

using FileBytes = std::vector<char>;

inline void append(FileBytes& to, const void* from, std::size_t size) {
  const auto* bytes = static_cast<const char*>(from);
  to.insert(to.end(), bytes, bytes + size);
}

struct ElfPart {
  const char* name;
  std::uint32_t type;
  std::uint64_t flags, address;
  FileBytes bytes;
};

// An x86-64 program of these sections. The string table of a symbol table is the section after it.
inline FileBytes write_elf(std::vector<ElfPart> parts) {
  parts.insert(parts.begin(), {"", SHT_NULL, 0, 0, {}});
  parts.push_back({".shstrtab", SHT_STRTAB, 0, 0, {}});
  std::vector<Elf64_Shdr> headers;
  FileBytes& section_names = parts.back().bytes;
  for (const ElfPart& part : parts) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(section_names.size());
    append(section_names, part.name, std::strlen(part.name) + 1);
    header.sh_type = part.type;
    header.sh_flags = part.flags;
    header.sh_addr = part.address;
    if (part.type == SHT_SYMTAB) header.sh_link = static_cast<Elf64_Word>(headers.size() + 1);
    headers.push_back(header);
  }
  FileBytes file(sizeof(Elf64_Ehdr));
  for (std::size_t i = 0; i < parts.size(); i++) {
    headers[i].sh_offset = file.size();
    headers[i].sh_size = parts[i].bytes.size();
    append(file, parts[i].bytes.data(), parts[i].bytes.size());
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  file.resize((file.size() + 7) / 8 * 8);
  header.e_shoff = file.size();
  append(file, headers.data(), headers.size() * sizeof(Elf64_Shdr));
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

struct TinyElf {
  static constexpr std::int32_t kText = 0x1000, kNames = 0x2000, kMarker = 0x3000, kSites = 0x4000;

  //  0 cmpl $0,marker   7 jne 10   9 ret   10 nop x 4   14 jmp 9
  std::vector<std::uint8_t> text = {0x83, 0x3d, 0xf9, 0x1f, 0,    0,    0,    0x75,
                                    0x01, 0xc3, 0x90, 0x90, 0x90, 0x90, 0xeb, 0xf9};
  std::string names{"tiny\0sled_cold:4\0", 17};
  // Absolute here; written relative to each field.
  std::vector<std::int32_t> sites = {kText + 10, kText + 14, kMarker, kNames, kNames + 5, 0, 0, 1};
  std::vector<Elf64_Sym> symbols = {{}, {1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, kText, 16}};
  std::string symbol_names{"\0_ZN4tiny1fEv\0", 14};

  FileBytes write() const;
};

inline FileBytes TinyElf::write() const {
  FileBytes facts(32);
  std::memcpy(facts.data(), "sled_cold:4", 11);
  const std::int32_t declared[9] = {6, 16, 1, 1, 0, 4, 0, 0, 0};
  append(facts, declared, sizeof declared);
  FileBytes records;
  for (std::size_t i = 0; i < sites.size(); i++) {
    const bool distance = i % 8 < 5;  // the others are none here, and the kind
    const std::int32_t field =
        sites[i] - (distance ? kSites + 4 * static_cast<std::int32_t>(i) : 0);
    append(records, &field, 4);
  }
  FileBytes code, table;
  append(code, text.data(), text.size());
  append(table, symbols.data(), symbols.size() * sizeof(Elf64_Sym));
  return write_elf({
      {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, kText, code},
      {".rodata", SHT_PROGBITS, SHF_ALLOC, kNames, FileBytes(names.begin(), names.end())},
      {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, kMarker, FileBytes(32)},
      {"tt_sites", SHT_PROGBITS, SHF_ALLOC, kSites, records},
      {"tt_facts", SHT_PROGBITS, SHF_ALLOC, kSites + 0x1000, facts},
      {".symtab", SHT_SYMTAB, 0, 0, table},
      {".strtab", SHT_STRTAB, 0, 0, FileBytes(symbol_names.begin(), symbol_names.end())},
  });
}

// A file in memory: the tests write some ten thousand.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("tracetoll", MFD_CLOEXEC)) {}
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // Its path, once it holds these bytes.
  std::string hold(std::string_view bytes) const {
    const bool held =
        ftruncate(descriptor_, 0) == 0 &&
        pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
    return held ? "/proc/self/fd/" + std::to_string(descriptor_) : "memfd: cannot write";
  }
  std::string hold(const FileBytes& bytes) const {
    return hold(std::string_view(bytes.data(), bytes.size()));
  }

 private:
  int descriptor_;
};

}  // namespace tracetoll
