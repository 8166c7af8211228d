#include "compilers.hpp"

#include <algorithm>
#include <cctype>

namespace tracetoll {

std::string compilers_of(const ElfFile& file) {
  const Section* section = file.section(".comment");
  std::string result;
  if (section == nullptr) return result;
  for (const std::uint8_t byte :
       section->bytes.first(std::min<std::size_t>(400, section->bytes.size()))) {
    const bool end = byte == 0;
    if (end && (result.empty() || result.ends_with("; "))) continue;
    if (end) result += "; ";
    if (std::isprint(byte) != 0) result += static_cast<char>(byte);
  }
  if (result.ends_with("; ")) result.resize(result.size() - 2);
  return result;
}

}  // namespace tracetoll
