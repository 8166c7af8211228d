#include "module_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "stubs.hpp"
#include "unique_fd.hpp"

namespace tracetoll::patch {
namespace {

constexpr const char* kReplaced = "is not the one that is loaded: it was replaced";

class File {
 public:
  explicit File(const std::string& path)
      : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status = {};
    if (!file_ || ::fstat(file_.get(), &status) != 0) fail(std::strerror(errno));
    size_ = static_cast<std::uint64_t>(status.st_size);
  }

  template <typename T>
  std::vector<T> read(std::uint64_t offset, std::uint64_t count) const {
    if (offset > size_ || count > (size_ - offset) / sizeof(T)) fail("is cut short");
    std::vector<T> values(count);
    auto* to = reinterpret_cast<char*>(values.data());
    for (std::size_t done = 0; done < count * sizeof(T);) {
      const ssize_t got = ::pread(file_.get(), to + done, count * sizeof(T) - done,
                                  static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail("cannot be read");
      done += static_cast<std::size_t>(got);
    }
    return values;
  }

  [[noreturn]] void fail(const std::string& why) const { throw PatchError{path_ + ": " + why}; }

 private:
  std::string path_;
  UniqueFd file_;
  std::uint64_t size_ = 0;
};

bool is_in_memory(const LoadedImage& image, std::uint64_t address, const void* bytes,
                  std::uint64_t size) {
  const std::uintptr_t begin = image.bias + address;
  const bool readable = std::ranges::any_of(image.segments, [&](const Segment& segment) {
    return (segment.flags & PF_R) != 0 && size <= segment.end - segment.begin &&
           segment.holds(begin, begin + size);
  });
  return readable && std::memcmp(reinterpret_cast<const void*>(begin), bytes, size) == 0;
}

void compare_headers(const File& file, const Elf64_Ehdr& header, const LoadedImage& image) {
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB)
    file.fail("is no 64-bit little-endian ELF file");
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum != image.headers.size())
    file.fail(kReplaced);
  const auto headers = file.read<Elf64_Phdr>(header.e_phoff, header.e_phnum);
  if (std::memcmp(headers.data(), image.headers.data(), image.headers.size_bytes()) != 0)
    file.fail(kReplaced);
  for (const Elf64_Phdr& part : headers) {
    if (part.p_type == PT_LOAD && part.p_offset == 0 && part.p_filesz >= sizeof header &&
        !is_in_memory(image, part.p_vaddr, &header, sizeof header))
      file.fail(kReplaced);
    if (part.p_type != PT_NOTE) continue;
    const auto notes = file.read<char>(part.p_offset, part.p_filesz);
    if (!is_in_memory(image, part.p_vaddr, notes.data(), notes.size())) file.fail(kReplaced);
  }
}

}  // namespace

SectionPlace find_section(const std::string& path, const char* name, const LoadedImage& image) {
  const File file(path);
  const Elf64_Ehdr header = file.read<Elf64_Ehdr>(0, 1).front();
  compare_headers(file, header, image);
  if (header.e_shoff == 0) file.fail("has no section headers, so its sites cannot be found");
  if (header.e_shentsize != sizeof(Elf64_Shdr)) file.fail("has section headers of another size");

  // Counts that do not fit into their field are in the first section (gABI, chapter 4).
  const Elf64_Shdr first = file.read<Elf64_Shdr>(header.e_shoff, 1).front();
  const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  const std::uint64_t names_index =
      header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
  const auto sections = file.read<Elf64_Shdr>(header.e_shoff, count);
  if (names_index >= count) file.fail("has no names of sections");
  const auto names =
      file.read<char>(sections[names_index].sh_offset, sections[names_index].sh_size);

  const std::size_t length = std::strlen(name) + 1;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_name > names.size() || names.size() - section.sh_name < length ||
        std::memcmp(names.data() + section.sh_name, name, length) != 0)
      continue;
    const auto bytes = file.read<char>(section.sh_offset, section.sh_size);
    if (!is_in_memory(image, section.sh_addr, bytes.data(), bytes.size())) file.fail(kReplaced);
    return {section.sh_addr, section.sh_size};
  }
  return {};
}

}  // namespace tracetoll::patch
