// The site records of this executable. Define TT_MARKER_HEADER before: marker.h asks for a variant.
#pragma once

#include <cstdint>
#include <span>

#include "marker.h"

extern "C" const tt_site __start_tt_sites[];
extern "C" const tt_site __stop_tt_sites[];

namespace tracetoll {

inline std::span<const tt_site> site_records() {
  return {__start_tt_sites, __stop_tt_sites};
}

// A site's fields are offsets from themselves.
template <typename T>
T* target_of(const int& offset) {
  return reinterpret_cast<T*>(reinterpret_cast<std::intptr_t>(&offset) + offset);
}

}  // namespace tracetoll
