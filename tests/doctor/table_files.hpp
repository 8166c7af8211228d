// A machine as a table of its files.
#pragma once

#include <map>
#include <set>
#include <string>

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll::testing {

class TableFiles : public MachineFiles {
 public:
  explicit TableFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  FileText read(const std::string& path) const override {
    const auto found = files_.find(path);
    if (found == files_.end()) return {"", "not there"};
    return {found->second, ""};
  }

  std::vector<std::string> list(const std::string& folder) const override {
    std::set<std::string> names;
    for (const auto& [path, text] : files_)
      if (path.starts_with(folder + "/"))
        names.insert(
            path.substr(folder.size() + 1, path.find('/', folder.size() + 1) - folder.size() - 1));
    return {names.begin(), names.end()};
  }

 private:
  std::map<std::string, std::string> files_;
};

inline FileText text_of(std::string text) {
  return {std::move(text), ""};
}
inline const FileText kNoFile{"", "not there"};

}  // namespace tracetoll::testing
