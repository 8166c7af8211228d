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
  const fs::path folder = fs::temp_directory_path(error);
  if (error)
    throw InputError(
        fmt::format("no temporary folder ({}); TMPDIR must name one", error.message()));
  std::string pattern = (folder / "tracetoll-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw InputError(fmt::format("no temporary folder in '{}': {}; set TMPDIR to another",
                                 folder.string(), std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace tracetoll
