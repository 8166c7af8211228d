// libFuzzer target: any bytes at all give an inspection or one InputError, never a crash, a hang or
// another exception. run.sh runs it, for `./dev fuzz` and, shortly, for `./dev test`.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "error.hpp"
#include "inspect_json.hpp"
#include "inspect_text.hpp"
#include "inspection.hpp"

namespace {

void inspect_all(std::vector<std::uint8_t> bytes) {
  // No debug file: it would be one of this machine.
  const tracetoll::ElfFile file("fuzz", std::move(bytes), "");
  const tracetoll::Inspection sites = tracetoll::inspect(file, {});
  if (tracetoll::inspect_text(sites, 20).empty()) std::abort();
  // Every function, not only those with sites.
  const tracetoll::Inspection all = tracetoll::inspect(file, {.function = "*"});
  if (tracetoll::inspect_json(all).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    inspect_all({data, data + size});
  } catch (const tracetoll::InputError&) {
  }
  return 0;
}
