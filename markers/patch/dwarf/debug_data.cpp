#include "debug_data.hpp"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "../argument.hpp"

namespace tracetoll::patch {

namespace {

namespace fs = std::filesystem;

std::string build_id(Elf* elf) {
  const void* bytes = nullptr;
  const ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
  if (size <= 1) return {};
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  for (ssize_t i = 0; i < size; i++) {
    const unsigned char byte = static_cast<const unsigned char*>(bytes)[i];
    result += kDigits[byte >> 4];
    result += kDigits[byte & 15];
  }
  return result;
}

bool has_debug_info(Elf* elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return false;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    if (name != nullptr &&
        (std::strcmp(name, ".debug_info") == 0 || std::strcmp(name, ".zdebug_info") == 0)) {
      return true;
    }
  }
  return false;
}

// The CRC-32 of a whole file, as .gnu_debuglink has it.
std::uint32_t checksum_of(int descriptor) {
  static const std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; i++) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; bit++)
        value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320U : 0U);
      table[i] = value;
    }
    return table;
  }();
  std::uint32_t sum = 0xffffffffU;
  std::vector<unsigned char> buffer(1 << 16);
  off_t at = 0;
  for (ssize_t got = 0; (got = ::pread(descriptor, buffer.data(), buffer.size(), at)) > 0;) {
    for (ssize_t i = 0; i < got; i++)
      sum = kTable[(sum ^ buffer[static_cast<std::size_t>(i)]) & 0xff] ^ (sum >> 8);
    at += got;
  }
  return ~sum;
}

}  // namespace

DebugData::File DebugData::open(const std::string& path) {
  File file;
  file.descriptor = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.descriptor) return file;
  elf_version(EV_CURRENT);
  file.elf.reset(elf_begin(file.descriptor.get(), ELF_C_READ, nullptr));
  if (file.elf && elf_kind(file.elf.get()) != ELF_K_ELF) file.elf.reset();
  return file;
}

DebugData::DebugData(const std::string& path, const std::string& root) : code_(open(path)) {
  if (!code_.descriptor) throw PatchError{path + ": " + std::strerror(errno)};
  if (!code_.elf) throw PatchError{path + ": is no ELF file"};
  if (use(code_)) return;
  absent_ = path + " has no debug information";
  const std::string id = build_id(code_.elf.get());
  if (id.size() > 2) {
    const std::string place = root + "/.build-id/" + id.substr(0, 2) + "/" + id.substr(2);
    if (use_debug_file(place + ".debug", nullptr)) return;
  }
  GElf_Word checksum = 0;
  const char* link = dwelf_elf_gnu_debuglink(code_.elf.get(), &checksum);
  std::error_code error;
  const fs::path folder = fs::canonical(path, error).parent_path();
  // A file name alone: nobody leads us through the file system.
  if (link != nullptr && !error && *link != '\0' && std::strchr(link, '/') == nullptr) {
    for (const fs::path& place : {folder, folder / ".debug", fs::path(root + folder.string())}) {
      if (use_debug_file((place / link).string(), &checksum)) return;
    }
  }
  absent_ += ", and no debug file of it was found";
  if (id.empty() && link == nullptr) absent_ += " (it names none)";
}

bool DebugData::use(File& file) {
  if (!has_debug_info(file.elf.get())) return false;
  dwarf_.reset(dwarf_begin_elf(file.elf.get(), DWARF_C_READ, nullptr));
  return dwarf_ != nullptr;
}

bool DebugData::use_debug_file(const std::string& path, const unsigned* checksum) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  File file = open(path);
  if (!file.elf) return false;
  const std::string id = build_id(code_.elf.get());
  const bool same = !id.empty() || checksum == nullptr
                        ? build_id(file.elf.get()) == id
                        : checksum_of(file.descriptor.get()) == *checksum;
  if (!same) {
    absent_ += "; " + path + " is of another build";
    return false;
  }
  if (!use(file)) return false;
  debug_ = std::move(file);
  absent_.clear();
  return true;
}

}  // namespace tracetoll::patch
