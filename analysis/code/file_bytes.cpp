#include "file_bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "error.hpp"

namespace tracetoll {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

std::vector<std::uint8_t> read_file(const std::string& path) {
  const auto fail = [&](const std::string& what) { throw InputError(path + ": " + what); };
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) fail(std::strerror(errno));
  struct stat status {};
  if (fstat(file.fd, &status) != 0) fail(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail("not a regular file");
  if (static_cast<std::uint64_t>(status.st_size) > kLargestFile) fail("larger than 1 GiB");
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = read(file.fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(std::strerror(errno));
    if (count == 0) fail("became shorter while it was read");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

}  // namespace tracetoll
