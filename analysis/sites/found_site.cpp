#include "found_site.hpp"

namespace tracetoll {

const char* name_of(SiteKind kind) {
  switch (kind) {
    case SiteKind::tracetoll:
      return "tracetoll";
    case SiteKind::sdt:
      return "sdt";
    case SiteKind::xray:
      return "xray";
    case SiteKind::patchable:
      return "patchable";
    case SiteKind::mcount:
      return "mcount";
    case SiteKind::jump_label:
      return "jump_label";
    case SiteKind::lttng:
      return "lttng";
  }
  return "unknown";
}

const char* name_of(Operand::Place place) {
  switch (place) {
    case Operand::Place::constant:
      return "constant";
    case Operand::Place::general_register:
      return "register";
    case Operand::Place::vector_register:
      return "vector";
    case Operand::Place::memory:
      return "memory";
    case Operand::Place::unknown:
      break;
  }
  return "unknown";
}

}  // namespace tracetoll
