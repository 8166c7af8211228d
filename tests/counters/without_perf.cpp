// Runs a command as in a container that forbids perf_event_open:
//
//     without_perf EPERM|ENOSYS COMMAND [ARGUMENT...]
//
// Exit code 77 where no filter can be set.
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "seccomp.hpp"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int error = std::string_view(argv[1]) == "ENOSYS" ? ENOSYS : EPERM;
  if (!tracetoll::testing::forbid_perf_event_open(error)) return 77;
  ::execvp(argv[2], argv + 2);
  return 127;
}
