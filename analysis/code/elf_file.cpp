#include "elf_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <libelf.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "debug_file.hpp"
#include "error.hpp"
#include "file_bytes.hpp"

namespace tracetoll {

namespace {

static_assert(std::endian::native == std::endian::little, "headers are copied as they stand");

constexpr std::size_t kLongestText = 255;

std::string machine_name(unsigned machine) {
  const struct {
    unsigned number;
    const char* name;
  } kNames[] = {
      {EM_386, "x86"},       {EM_ARM, "ARM"},      {EM_MIPS, "MIPS"},     {EM_PPC, "PowerPC"},
      {EM_PPC64, "POWER"},   {EM_RISCV, "RISC-V"}, {EM_S390, "S/390"},    {EM_SPARC, "SPARC"},
      {EM_SPARCV9, "SPARC"}, {258, "LoongArch"},   {EM_IA_64, "Itanium"}, {EM_BPF, "BPF"},
  };
  for (const auto& known : kNames) {
    if (known.number == machine) return fmt::format("machine {} ({})", machine, known.name);
  }
  return fmt::format("machine {}", machine);
}

std::string_view view(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void ElfFile::EndElf::operator()(Elf* elf) const {
  elf_end(elf);
}

void ElfFile::fail(const std::string& what) const {
  throw InputError(path_ + ": " + what);
}

ElfFile::ElfFile(const std::string& path, const std::string& debug_root)
    : ElfFile(path, read_file(path), debug_root) {}

ElfFile::ElfFile(const std::string& path, std::vector<std::uint8_t> bytes,
                 const std::string& debug_root)
    : path_(path), image_(std::move(bytes)) {
  check_kind();
  read_sections();
  if (relocatable_) lay_out();
  index_sections();
  if (!debug_root.empty()) {
    const bool stripped = symbol_table(SHT_SYMTAB) == nullptr;
    if (stripped || section(".debug_info") == nullptr) {
      debug_file_ = find_debug_file(*this, debug_root, notes_);
    }
  }
  read_symbols();
  if (relocatable_) {
    relocate_loaded();
  } else {
    relocate_dynamic();
    name_stubs();
  }
  std::ranges::sort(external_names_);
}

// Refuses what this program cannot read, by its name.
void ElfFile::check_kind() {
  const auto refuse = [this](const std::string& what) {
    fail(what + ": only x86-64 and arm64 files are read");
  };
  if (image_.size() < EI_NIDENT || std::memcmp(image_.data(), ELFMAG, SELFMAG) != 0) {
    fail("not an ELF file");
  }
  if (image_[EI_CLASS] == ELFCLASS32) refuse("a 32-bit ELF file");
  if (image_[EI_CLASS] != ELFCLASS64) refuse("an ELF file of no known class");
  if (image_[EI_DATA] == ELFDATA2MSB) refuse("a big-endian ELF file");
  if (image_[EI_DATA] != ELFDATA2LSB) refuse("an ELF file of no known byte order");
  Elf64_Ehdr header;
  if (image_.size() < sizeof header) fail("is cut off: shorter than an ELF header");
  std::memcpy(&header, image_.data(), sizeof header);
  if (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64) {
    refuse("an ELF file for " + machine_name(header.e_machine));
  }
  machine_ = header.e_machine == EM_X86_64 ? Machine::x86_64 : Machine::arm64;
  if (header.e_type == ET_CORE) fail("a core dump: it has no sections to read");
  if (header.e_type != ET_REL && header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    fail(fmt::format("an ELF file of unknown type {}", header.e_type));
  }
  relocatable_ = header.e_type == ET_REL;
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
  if (!result.empty()) return result;
  std::string_view bare = name;
  bare.remove_prefix(std::min(bare.find_first_not_of('_'), bare.size()));
  const Symbol* start = nullptr;
  const Symbol* stop = nullptr;
  for (const Symbol& symbol : symbols_) {
    std::string_view rest = symbol.name;
    const bool starts = rest.starts_with("__start_");
    if ((!starts && !rest.starts_with("__stop_")) || symbol.undefined) continue;
    rest.remove_prefix(starts ? 8 : 7);
    if (rest == name || rest == bare) (starts ? start : stop) = &symbol;
  }
  if (start == nullptr || stop == nullptr || start->address == stop->address) return {};
  if (start->address > stop->address) {
    fail(fmt::format("{} lies after {}", start->name, stop->name));
  }
  const std::uint64_t size = stop->address - start->address;
  const auto content = bytes(start->address, size);
  const Section* around = section_at(start->address, size);
  Section table = *around;
  table.name = start->name.substr(8);
  table.address = start->address;
  table.size = size;
  table.bytes = content;
  table.offset += start->address - around->address;
  return {table};
}

void ElfFile::index_sections() {
  for (std::size_t i = 0; i < sections_.size(); i++) {
    if (sections_[i].loaded && !sections_[i].bytes.empty()) by_address_.push_back(i);
  }
  std::ranges::stable_sort(by_address_, {}, [&](std::size_t i) { return sections_[i].address; });
}

// Loaded sections with bytes do not overlap; where they do nevertheless, the last one that begins
// at or before the address has it.
const Section* ElfFile::section_at(std::uint64_t address, std::uint64_t size) const {
  const auto next = std::ranges::upper_bound(by_address_, address, {},
                                             [&](std::size_t i) { return sections_[i].address; });
  if (next == by_address_.begin()) return nullptr;
  const Section& section = sections_[*std::prev(next)];
  const std::uint64_t begin = address - section.address;
  const bool inside = size <= section.bytes.size() && begin <= section.bytes.size() - size;
  return inside ? &section : nullptr;
}

bool ElfFile::executable(std::uint64_t address, std::uint64_t size) const {
  const Section* section = section_at(address, size);
  return section != nullptr && section->executable;
}

std::span<const std::uint8_t> ElfFile::bytes(std::uint64_t address, std::uint64_t size) const {
  const Section* section = section_at(address, size);
  if (section == nullptr) fail(fmt::format("no {} bytes at address {:#x}", size, address));
  return section->bytes.subspan(address - section->address, size);
}

std::string ElfFile::text(std::uint64_t address) const {
  const Section* section = section_at(address, 1);
  if (section == nullptr) fail(fmt::format("no text at address {:#x}", address));
  const std::string_view rest = view(section->bytes.subspan(address - section->address));
  return std::string(rest.substr(0, std::min(rest.find('\0'), kLongestText)));
}

std::string_view ElfFile::external_name(std::uint64_t address) const {
  const auto found = std::ranges::lower_bound(external_names_, address, {},
                                              &std::pair<std::uint64_t, std::string>::first);
  if (found == external_names_.end() || found->first != address) return {};
  return found->second;
}

std::span<std::uint8_t> ElfFile::writable(const Section& section, std::uint64_t address) {
  const std::uint64_t begin = address - section.address;
  return std::span(image_).subspan(section.offset + begin, section.bytes.size() - begin);
}

}  // namespace tracetoll
