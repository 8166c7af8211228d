#include "demangled.hpp"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>

namespace tracetoll {

namespace {

// A back reference (S_, S0_, T_) repeats text, so that names can double with every ten characters:
// 250 characters with 24 pairs of them demangled to 570 MB in 5 s (libstdc++ 12). With 24
// references a name grows at most 3^8 times.
constexpr std::size_t kLongestMangled = 2048;
constexpr std::size_t kMostReferences = 24;
// A compiler's names grow two to ten times. 6000 hostile ones in a file of 1 MB made 3 GB of text.
constexpr std::size_t kMostGrowth = 64;

// Counts what may be a back reference: S or T, then digits and capitals, then _.
std::size_t back_references(std::string_view mangled) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < mangled.size(); i++) {
    if (mangled[i] != 'S' && mangled[i] != 'T') continue;
    std::size_t end = i + 1;
    while (end < mangled.size() && (std::isdigit(static_cast<unsigned char>(mangled[end])) != 0 ||
                                    std::isupper(static_cast<unsigned char>(mangled[end])) != 0)) {
      end++;
    }
    if (end < mangled.size() && mangled[end] == '_') count++;
  }
  return count;
}

}  // namespace

std::string demangled(std::string_view symbol) {
  std::string name(symbol);
  if (!name.starts_with("_Z") || name.size() > kLongestMangled) return name;
  if (back_references(name) > kMostReferences) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return name;
  std::string result(text.get());
  return result.size() <= kMostGrowth * name.size() ? result : name;
}

}  // namespace tracetoll
