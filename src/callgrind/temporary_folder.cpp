#include "temporary_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "error.hpp"

namespace tracetoll {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "tracetoll-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr)
    throw InputError(fmt::format("no temporary folder '{}': {}", pattern,
                                 error ? error.message() : std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace tracetoll
