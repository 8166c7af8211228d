#include "site.hpp"

#include <algorithm>
#include <cstring>

#include "hexadecimal.hpp"

namespace tracetoll::patch {
namespace {

class Reader {
 public:
  explicit Reader(const std::vector<Segment>& segments) : segments_(segments) {}

  // Relative to the field itself; 0 is none.
  static std::uintptr_t follow(const int& field) {
    const auto at = reinterpret_cast<std::uintptr_t>(&field);
    return field == 0 ? 0 : at + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(field));
  }

  const Segment* segment_of(std::uintptr_t begin, std::uintptr_t end, unsigned flags) const {
    const auto found = std::ranges::find_if(segments_, [&](const Segment& segment) {
      return (segment.flags & flags) == flags && segment.holds(begin, end);
    });
    return found == segments_.end() ? nullptr : &*found;
  }

  const char* string(const int& field) const {
    const std::uintptr_t at = follow(field);
    const Segment* segment = segment_of(at, at + 1, PF_R);
    if (at == 0 || segment == nullptr) return nullptr;
    const auto* text = reinterpret_cast<const char*>(at);
    return std::memchr(text, 0, segment->end - at) == nullptr ? nullptr : text;
  }

  bool has_target(const Site& site, unsigned flags) const {
    return site.target != 0 && segment_of(site.target, site.target + 1, flags) != nullptr;
  }

  Site site(const tt_site& record) const {
    Site site;
    site.code = follow(record.code);
    site.code_end = follow(record.code_end);
    site.target = follow(record.target);
    site.name = string(record.name);
    site.variant = string(record.variant);
    site.operands = string(record.arguments);
    site.kind = record.kind;
    const std::uintptr_t marker = follow(record.marker);
    const bool sound =
        site.code <= site.code_end && segment_of(site.code, site.code_end, PF_X) != nullptr &&
        (marker == 0 || segment_of(marker, marker + sizeof(tt_marker), PF_W) != nullptr) &&
        site.name != nullptr && site.variant != nullptr &&
        (record.arguments == 0 || site.operands != nullptr) && site.kind >= TT_NEVER &&
        site.kind <= TT_BY_FLAG && (site.kind == TT_NEVER || marker != 0) &&
        (site.kind != TT_BY_JUMP || has_target(site, PF_X)) &&
        (site.kind != TT_BY_FLAG || has_target(site, PF_W));
    if (!sound)
      throw PatchError{"the site record at " +
                       hexadecimal(reinterpret_cast<std::uintptr_t>(&record)) +
                       " points out of its object: it was made by another version of marker.h"};
    site.marker = reinterpret_cast<tt_marker*>(marker);
    return site;
  }

 private:
  const std::vector<Segment>& segments_;
};

}  // namespace

std::string Site::text() const {
  return std::string(variant) + ":" + name + " at " + hexadecimal(code);
}

std::vector<Site> read_records(std::uintptr_t begin, std::uintptr_t end,
                               const std::vector<Segment>& segments) {
  if (begin % alignof(tt_site) != 0 || (end - begin) % sizeof(tt_site) != 0)
    throw PatchError{"its section tt_sites is no whole number of records"};
  const Reader reader(segments);
  std::vector<Site> sites;
  sites.reserve((end - begin) / sizeof(tt_site));
  for (const auto* record = reinterpret_cast<const tt_site*>(begin);
       record != reinterpret_cast<const tt_site*>(end); record++)
    sites.push_back(reader.site(*record));
  return sites;
}

}  // namespace tracetoll::patch
