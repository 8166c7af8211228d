// The files in which a machine describes itself, below a root that tests can replace: /proc, /sys
// and a few more. Nothing is ever opened for writing.
#pragma once

#include <string>
#include <vector>

namespace tracetoll {

// What a file says, or why it says nothing.
struct FileText {
  std::string text;  // without white space at its ends; may be any bytes
  std::string why_absent;

  explicit operator bool() const { return why_absent.empty(); }
};

class MachineFiles {
 public:
  virtual ~MachineFiles() = default;
  // The first 64 kB of a regular file: /proc/cpuinfo of a large machine is longer, and all that is
  // looked for stands in the part of its first CPU.
  virtual FileText read(const std::string& path) const = 0;
  // Names in a folder, sorted; empty where it is not there or cannot be read.
  virtual std::vector<std::string> list(const std::string& folder) const = 0;
};

class DiskFiles : public MachineFiles {
 public:
  // Paths are taken below `root`, "" for the machine itself.
  explicit DiskFiles(std::string root = "") : root_(std::move(root)) {}
  FileText read(const std::string& path) const override;
  std::vector<std::string> list(const std::string& folder) const override;

 private:
  std::string root_;
};

}  // namespace tracetoll
