#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "error.hpp"
#include "json_fields.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kLongestMessage = 1000;

// False, with errno: not all could be written.
bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void prepare_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is the one that is missing.
    [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
  }
  // What we happened to inherit is not for our children: the numbers of the descriptors that a
  // select is over, and with them its work, would depend on it.
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

void print_output(std::string_view text) {
  if (write_all(STDOUT_FILENO, text) || errno == EPIPE) return;
  throw InputError(fmt::format("standard output: cannot be written ({})", std::strerror(errno)));
}

void print_error(std::string_view line) {
  std::string text;
  try {
    text = printable(line, kLongestMessage);
  } catch (const std::bad_alloc&) {
    text = "out of memory";
  }
  text += '\n';
  write_all(STDERR_FILENO, text);
}

}  // namespace tracetoll
