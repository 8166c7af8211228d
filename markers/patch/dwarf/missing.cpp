#include "missing.hpp"

#include <utility>

namespace tracetoll::patch {

const char* name_of(Missing::Why why) {
  switch (why) {
    case Missing::Why::optimised_out:
      return "optimised out";
    case Missing::Why::entry_value:
      return "entry value";
    case Missing::Why::no_such_name:
      return "no such name";
    case Missing::Why::not_understood:
      return "not understood";
    case Missing::Why::not_supported:
      return "not supported";
    case Missing::Why::no_debug_data:
      return "no debug data";
  }
  return "";
}

void unsupported(std::string reason) {
  throw Missing{Missing::Why::not_supported, std::move(reason)};
}

}  // namespace tracetoll::patch
