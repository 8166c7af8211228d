// Paths of the fixtures that the build made: environment variables, empty for what it could not.
#pragma once

#include <cstdlib>
#include <string>

namespace tracetoll {

inline std::string fixture_path(const std::string& name) {
  const char* path = std::getenv(("FIXTURE_" + name).c_str());
  return path == nullptr ? "" : path;
}

}  // namespace tracetoll
