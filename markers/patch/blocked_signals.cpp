#include "blocked_signals.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tracetoll::patch {
namespace {

// What follows `key` in its line.
std::string field(const std::string& status, const std::string& key) {
  const std::size_t at = ("\n" + status).find("\n" + key + ":\t");
  if (at == std::string::npos) return "";
  const std::size_t value = at + key.size() + 2;
  return status.substr(value, status.find('\n', value) - value);
}

}  // namespace

bool status_blocks(const std::string& status, int signal) {
  const unsigned long mask = std::strtoul(field(status, "SigBlk").c_str(), nullptr, 16);
  return (mask >> (signal - 1) & 1) != 0;
}

std::optional<std::string> other_thread_that_blocks(int signal) {
  const std::string self = std::to_string(::syscall(SYS_gettid));
  std::error_code error;
  for (auto task = std::filesystem::directory_iterator("/proc/self/task", error);
       !error && task != std::filesystem::directory_iterator(); task.increment(error)) {
    const std::string thread = task->path().filename();
    if (thread == self) continue;
    std::ostringstream status;
    status << std::ifstream(task->path() / "status").rdbuf();
    if (status_blocks(status.str(), signal))
      return "thread " + thread + " (" + field(status.str(), "Name") + ")";
  }
  return std::nullopt;
}

}  // namespace tracetoll::patch
