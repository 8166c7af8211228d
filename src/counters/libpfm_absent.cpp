// libpfm.hpp without the library.
#include "libpfm.hpp"

namespace tracetoll::libpfm {

std::string missing() {
  return "this build has no libpfm4: install libpfm4-dev and build again, or give the event as "
         "rNNN";
}

std::vector<Pmu> pmus() {
  return {};
}

std::optional<Encoding> encode(const std::string&) {
  return std::nullopt;
}

std::vector<std::string> events_of(const std::string&) {
  return {};
}

}  // namespace tracetoll::libpfm
