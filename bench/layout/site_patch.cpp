#define TT_MARKER_HEADER "none.h"
#include "site_patch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "marker.h"
#include "serialize.hpp"
#include "site_records.hpp"
#include "stage.hpp"

namespace tracetoll {
SitePatch::SitePatch(std::string_view variant)
    : memory_(::open("/proc/self/mem", O_RDWR | O_CLOEXEC)) {
#if !defined(__x86_64__)
  throw StageError("patching sites is for x86-64 alone as yet");
#endif
  if (!memory_)
    throw StageError(fmt::format("/proc/self/mem: cannot be opened ({}), so no site can be patched",
                                 std::strerror(errno)));
  for (const tt_site& site : site_records()) {
    if (variant != target_of<const char>(site.variant)) continue;
    const auto* begin = target_of<const std::uint8_t>(site.code);
    const auto* end = target_of<const std::uint8_t>(site.code_end);
    const Bytes compiled(begin, end);
    if (compiled.empty() || !are_nops(compiled))
      throw StageError(fmt::format("{}: a site of {} is not NOPs alone, and is not patched",
                                   variant, target_of<const char>(site.name)));
    places_.push_back({reinterpret_cast<std::uintptr_t>(begin), compiled});
  }
  if (places_.empty()) throw StageError(fmt::format("{}: no sites to patch", variant));
  write("");  // every page is our own copy from here on, in every form
}

void SitePatch::write(std::string_view form) {
  for (const Place& place : places_) {
    const Bytes bytes = form.empty() ? place.compiled : bytes_of_form(form, place.compiled.size());
    const auto written =
        ::pwrite(memory_.get(), bytes.data(), bytes.size(), static_cast<off_t>(place.address));
    if (written != static_cast<ssize_t>(bytes.size()))
      throw StageError(fmt::format("the text cannot be patched through /proc/self/mem ({})",
                                   std::strerror(errno)));
  }
  serialize();
}

}  // namespace tracetoll
