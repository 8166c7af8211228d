#include <stdexcept>
#include <string>

#include "marked.hpp"

extern "C" {
extern const tracetoll::patch_test::Marked __start_tt_marked[];
extern const tracetoll::patch_test::Marked __stop_tt_marked[];
}

namespace tracetoll::patch_test {

std::span<const Marked> all_marked() {
  return {__start_tt_marked, __stop_tt_marked};
}

std::vector<Marked> switchable_marked() {
  std::vector<Marked> result;
  for (const Marked& each : all_marked())
    if (each.variant != std::string_view("anchor")) result.push_back(each);
  return result;
}

const Marked& marked(std::string_view variant) {
  for (const Marked& each : all_marked())
    if (each.variant == variant) return each;
  throw std::runtime_error("no variant " + std::string(variant) + " in this test");
}

}  // namespace tracetoll::patch_test
