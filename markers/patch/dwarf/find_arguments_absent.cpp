#include "find_arguments.hpp"

namespace tracetoll::patch {

struct ArgumentFinder::State {};

ArgumentFinder::ArgumentFinder(std::string, std::uintptr_t, std::string) {}
ArgumentFinder::~ArgumentFinder() = default;

std::vector<Argument> ArgumentFinder::find(const std::string& site, std::uintptr_t,
                                           const std::string& source, std::size_t,
                                           const std::vector<std::size_t>&) {
  throw PatchError{site + ": its arguments (" + source +
                   ") are found through the debug information, and this library was built without "
                   "libdw: build it with libdw-dev, or write keep(...) around each argument"};
}

}  // namespace tracetoll::patch
