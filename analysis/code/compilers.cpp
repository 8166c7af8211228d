#include "compilers.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace tracetoll {

std::string compilers_of(const ElfFile& file) {
  const Section* section = file.section(".comment");
  std::string result, text;
  std::set<std::string> seen;  // a module linked with -r has one of each object
  if (section == nullptr) return result;
  const auto add = [&] {
    if (!text.empty() && seen.insert(text).second) result += (result.empty() ? "" : "; ") + text;
    text.clear();
  };
  for (const std::uint8_t byte :
       section->bytes.first(std::min<std::size_t>(400, section->bytes.size()))) {
    if (byte == 0) {
      add();
    } else if (std::isprint(byte) != 0) {
      text += static_cast<char>(byte);
    }
  }
  add();
  return result;
}

}  // namespace tracetoll
