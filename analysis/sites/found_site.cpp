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

}  // namespace tracetoll
