// libFuzzer target: any bytes at all give an inspection or one InputError, never a crash, a hang or
// another exception. Built by `./dev fuzz` and, for a short run, by `./dev test`.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "error.hpp"
#include "inspect_json.hpp"
#include "inspect_text.hpp"
#include "inspection.hpp"

namespace {

// Reopened through /proc, as a file of the user's would be.
int input_file() {
  static const int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
  return descriptor;
}

void inspect_all(const std::string& path) {
  const tracetoll::ElfFile file(path);
  const tracetoll::Inspection sites = tracetoll::inspect(file, {});
  // Every function, not only those with sites.
  const tracetoll::Inspection all = tracetoll::inspect(file, {.function = "*"});
  if (tracetoll::inspect_text(sites, 20).empty() || tracetoll::inspect_json(all).empty())
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = input_file();
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  try {
    inspect_all("/proc/self/fd/" + std::to_string(file));
  } catch (const tracetoll::InputError&) {
  }
  return 0;
}
