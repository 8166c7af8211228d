#include "elf_file.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "error.hpp"

namespace tracetoll {

namespace {

static_assert(std::endian::native == std::endian::little, "symbols are copied as they stand");

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;
constexpr std::size_t kLongestText = 255;

// A back reference (S_, S0_, T_) repeats text, so that names can double with every ten characters:
// 250 characters with 24 pairs of them demangled to 570 MB in 5 s (libstdc++ 12). With 24
// references a name grows at most 3^8 times.
constexpr std::size_t kLongestMangled = 2048;
constexpr std::size_t kMostReferences = 24;

// Counts what may be a back reference: S or T, then digits and capitals, then _.
std::size_t back_references(std::string_view mangled) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < mangled.size(); i++) {
    if (mangled[i] != 'S' && mangled[i] != 'T') continue;
    std::size_t end = i + 1;
    while (end < mangled.size() && (std::isdigit(static_cast<unsigned char>(mangled[end])) != 0 ||
                                    std::isupper(static_cast<unsigned char>(mangled[end])) != 0)) {
      end++;
    }
    if (end < mangled.size() && mangled[end] == '_') count++;
  }
  return count;
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

using ElfHandle = std::unique_ptr<Elf, decltype(&elf_end)>;

std::string_view view(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void ElfFile::fail(const std::string& what) const {
  throw InputError(path_ + ": " + what);
}

ElfFile::ElfFile(const std::string& path) : path_(path) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) fail(std::strerror(errno));
  struct stat status {};
  if (fstat(file.fd, &status) != 0) fail(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail("not a regular file");
  if (static_cast<std::uint64_t>(status.st_size) > kLargestFile) fail("larger than 1 GiB");
  image_.resize(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < image_.size();) {
    const ssize_t count = read(file.fd, image_.data() + done, image_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(std::strerror(errno));
    if (count == 0) fail("became shorter while it was read");
    done += static_cast<std::size_t>(count);
  }
  if (image_.size() < sizeof(Elf64_Ehdr) || std::memcmp(image_.data(), ELFMAG, SELFMAG) != 0) {
    fail("not an ELF file");
  }
  read_sections();
  read_symbols();
}

void ElfFile::read_sections() {
  elf_version(EV_CURRENT);
  // libelf may convert headers in place, so it gets a copy of its own.
  std::vector<std::uint8_t> copy = image_;
  const ElfHandle elf(elf_memory(reinterpret_cast<char*>(copy.data()), copy.size()), &elf_end);
  GElf_Ehdr header;
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF || gelf_getehdr(elf.get(), &header) == nullptr) {
    fail(std::string("not a readable ELF file: ") + elf_errmsg(-1));
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_X86_64) {
    fail("not an x86-64 ELF file");
  }
  relocatable_ = header.e_type == ET_REL;
  std::size_t count = 0;
  std::size_t names = 0;
  if (elf_getshdrnum(elf.get(), &count) != 0 || elf_getshdrstrndx(elf.get(), &names) != 0) {
    fail(std::string("broken section headers: ") + elf_errmsg(-1));
  }
  // libelf passes over section headers that the file is too short for.
  if (header.e_shoff != 0 && (count == 0 || count < header.e_shnum)) {
    fail("is cut off: its section headers lie outside the file");
  }
  std::vector<std::uint64_t> name_offsets;
  for (std::size_t i = 0; i < count; i++) {
    GElf_Shdr section;
    Elf_Scn* handle = elf_getscn(elf.get(), i);
    if (handle == nullptr || gelf_getshdr(handle, &section) == nullptr) {
      fail("broken header of section " + std::to_string(i) + ": " + elf_errmsg(-1));
    }
    Section result{{},
                   section.sh_addr,
                   section.sh_size,
                   (section.sh_flags & SHF_ALLOC) != 0,
                   (section.sh_flags & SHF_EXECINSTR) != 0,
                   {}};
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL) {
      if (section.sh_offset > image_.size() ||
          section.sh_size > image_.size() - section.sh_offset) {
        fail("section " + std::to_string(i) + " lies outside the file");
      }
      result.bytes = std::span(image_).subspan(section.sh_offset, section.sh_size);
    }
    if (result.address + result.size < result.address) {
      fail("section " + std::to_string(i) + " wraps around the address space");
    }
    name_offsets.push_back(section.sh_name);
    sections_.push_back(result);
  }
  if (names >= sections_.size()) return;  // a file without section names
  for (std::size_t i = 0; i < count; i++) {
    sections_[i].name = name_at(sections_[names].bytes, name_offsets[i]);
  }
}

void ElfFile::read_symbols() {
  const Section* table = section(".symtab");
  const Section* names = section(".strtab");
  if (table == nullptr || names == nullptr) {  // stripped: what the dynamic linker needs is left
    table = section(".dynsym");
    names = section(".dynstr");
  }
  if (table == nullptr || names == nullptr) return;
  int unit = 0;
  for (std::size_t offset = 0; offset + sizeof(Elf64_Sym) <= table->bytes.size();
       offset += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, table->bytes.data() + offset, sizeof symbol);
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_FILE) unit++;
    if (symbol.st_shndx == SHN_UNDEF || type == STT_FILE || type == STT_SECTION) continue;
    symbols_.push_back({name_at(names->bytes, symbol.st_name), symbol.st_value, symbol.st_size,
                        type == STT_FUNC || type == STT_GNU_IFUNC,
                        ELF64_ST_BIND(symbol.st_info) != STB_LOCAL, unit});
  }
}

// Names may share bytes, but a file in which they sum up to eight times its size was made to cost
// time: a million symbols that all name one long text.
std::string_view ElfFile::name_at(std::span<const std::uint8_t> table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = view(table.subspan(offset));
  const std::string_view name = rest.substr(0, rest.find('\0'));
  name_bytes_ += name.size();
  if (name_bytes_ > 8 * image_.size()) fail("the names of its symbols overlap endlessly");
  return name;
}

const Section* ElfFile::section(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &Section::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<Section> ElfFile::tables(std::string_view name) const {
  std::vector<Section> result;
  std::ranges::copy_if(sections_, std::back_inserter(result),
                       [&](const Section& section) { return section.name == name; });
  return result;
}

const Section* ElfFile::loaded_section(std::uint64_t address, std::uint64_t size) const {
  for (const Section& section : sections_) {
    if (section.loaded && address >= section.address && size <= section.bytes.size() &&
        address - section.address <= section.bytes.size() - size) {
      return &section;
    }
  }
  return nullptr;
}

bool ElfFile::executable(std::uint64_t address, std::uint64_t size) const {
  const Section* section = loaded_section(address, size);
  return section != nullptr && section->executable;
}

std::span<const std::uint8_t> ElfFile::bytes(std::uint64_t address, std::uint64_t size) const {
  const Section* section = loaded_section(address, size);
  if (section == nullptr) {
    char what[80];
    std::snprintf(what, sizeof what, "no %llu bytes at address 0x%llx",
                  static_cast<unsigned long long>(size), static_cast<unsigned long long>(address));
    fail(what);
  }
  return section->bytes.subspan(address - section->address, size);
}

std::string ElfFile::text(std::uint64_t address) const {
  const Section* section = loaded_section(address, 1);
  if (section == nullptr) bytes(address, 1);  // throws
  const std::string_view rest = view(section->bytes.subspan(address - section->address));
  return std::string(rest.substr(0, std::min(rest.find('\0'), kLongestText)));
}

std::string demangled(std::string_view symbol) {
  std::string name(symbol);
  if (!name.starts_with("_Z") || name.size() > kLongestMangled) return name;
  if (back_references(name) > kMostReferences) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

}  // namespace tracetoll
