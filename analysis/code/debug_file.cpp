#include "debug_file.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <boost/crc.hpp>
#include <cstring>
#include <filesystem>
#include <optional>

#include "elf_records.hpp"
#include "error.hpp"
#include "file_bytes.hpp"

namespace tracetoll {

namespace {

namespace fs = std::filesystem;

struct DebugLink {
  std::string name;
  std::uint32_t checksum = 0;
};

// A name, NUL, padding to four bytes, and the file's CRC-32.
std::optional<DebugLink> debug_link(const ElfFile& file) {
  const Section* section = file.section(".gnu_debuglink");
  if (section == nullptr) return {};
  const auto bytes = section->bytes;
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  const std::string_view name = std::string_view(text, bytes.size());
  const std::size_t size = name.find('\0');
  if (size == name.npos || size == 0) return {};
  const std::size_t checksum = (size + 4) / 4 * 4;
  if (checksum + 4 > bytes.size()) return {};
  DebugLink link{std::string(name.substr(0, size)),
                 record_at<std::uint32_t>(bytes.subspan(checksum), 0)};
  // A file name alone: nobody leads us through the file system.
  return link.name.find('/') == link.name.npos ? std::optional(link) : std::nullopt;
}

std::unique_ptr<ElfFile> open_debug_file(const ElfFile& file, const std::string& path,
                                         std::optional<std::uint32_t> checksum,
                                         std::vector<std::string>& notes) {
  std::error_code error;
  if (!fs::exists(path, error) || fs::equivalent(path, file.path(), error)) return nullptr;
  try {
    std::vector<std::uint8_t> bytes = read_file(path);
    if (checksum) {
      boost::crc_32_type found;
      found.process_bytes(bytes.data(), bytes.size());
      if (found.checksum() != *checksum) {
        notes.push_back(path +
                        ": not used: it is not the debug file that .gnu_debuglink names, "
                        "its checksum differs");
        return nullptr;
      }
    }
    auto found = std::make_unique<ElfFile>(path, std::move(bytes), "");
    if (found->machine() != file.machine() || build_id(*found) != build_id(file)) {
      notes.push_back(path + ": not used: it is the debug file of another build");
      return nullptr;
    }
    return found;
  } catch (const InputError& reason) {
    notes.push_back(std::string(reason.what()) + "; not used");
    return nullptr;
  }
}

}  // namespace

std::string build_id(const ElfFile& file) {
  const Section* section = file.section(".note.gnu.build-id");
  if (section == nullptr || section->bytes.size() < sizeof(Elf64_Nhdr) + 4) return {};
  const auto header = record_at<Elf64_Nhdr>(section->bytes, 0);
  const auto rest = section->bytes.subspan(sizeof header);
  if (header.n_type != NT_GNU_BUILD_ID || header.n_namesz != 4 ||
      std::memcmp(rest.data(), "GNU", 4) != 0 || header.n_descsz > rest.size() - 4) {
    return {};
  }
  std::string result;
  for (const std::uint8_t byte : rest.subspan(4, header.n_descsz)) {
    result += fmt::format("{:02x}", byte);
  }
  return result;
}

std::unique_ptr<ElfFile> find_debug_file(const ElfFile& file, const std::string& root,
                                         std::vector<std::string>& notes) {
  constexpr std::size_t kLongestId = 128;  // twice its bytes; usual are 20
  const std::string id = build_id(file);
  if (id.size() > 2 && id.size() <= kLongestId) {
    const std::string path = root + "/.build-id/" + id.substr(0, 2) + "/" + id.substr(2) + ".debug";
    if (auto found = open_debug_file(file, path, {}, notes)) return found;
  }
  const auto link = debug_link(file);
  std::error_code error;
  const fs::path folder = fs::canonical(file.path(), error).parent_path();
  if (!link || error) return nullptr;
  for (const fs::path& place : {folder, folder / ".debug", fs::path(root + folder.string())}) {
    if (auto found = open_debug_file(file, place / link->name, link->checksum, notes)) return found;
  }
  return nullptr;
}

}  // namespace tracetoll
