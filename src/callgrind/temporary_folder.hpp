// A folder for the user alone, removed with all that is in it.
#pragma once

#include <string>

namespace tracetoll {

class TemporaryFolder {
 public:
  // In the system's folder for temporary files. Throws InputError when it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace tracetoll
