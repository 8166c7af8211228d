#include "machine_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "unique_fd.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 10;
constexpr std::size_t kMostNames = 4096;  // CPUs of the largest machines that Linux knows: 8192

std::string why_not(int error) {
  if (error == ENOENT || error == ENOTDIR) return "not there";
  if (error == EACCES || error == EPERM) return "not readable by this user";
  return std::strerror(error);
}

void trim(std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  text.erase(text.find_last_not_of(kSpace) + 1);
  text.erase(0, text.find_first_not_of(kSpace));
}

}  // namespace

FileText DiskFiles::read(const std::string& path) const {
  FileText file;
  // Nonblocking: the open of a FIFO would wait for a writer.
  const UniqueFd fd(::open((root_ + path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) {
    file.why_absent = why_not(errno);
    return file;
  }
  if (!S_ISREG(status.st_mode)) {
    file.why_absent = "not a regular file";
    return file;
  }
  std::array<char, 4096> buffer{};
  while (file.text.size() < kMostBytes) {
    const ssize_t size = ::read(fd.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && file.text.empty()) file.why_absent = why_not(errno);
    if (size <= 0) break;
    file.text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  trim(file.text);
  return file;
}

std::vector<std::string> DiskFiles::list(const std::string& folder) const {
  std::vector<std::string> names;
  std::error_code error;
  auto entry = std::filesystem::directory_iterator(root_ + folder, error);
  for (; !error && entry != std::filesystem::directory_iterator() && names.size() < kMostNames;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace tracetoll
