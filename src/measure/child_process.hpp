// A child process whose standard output is read line by line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tracetoll {

struct ChildResult {
  int exit_code = -1;  // -1: killed by `signal`, or never started
  int signal = 0;
  bool timed_out = false;     // we killed it after `timeout_seconds`
  bool stopped = false;       // we killed it since `stop()` said so
  bool flooded = false;       // we killed it in the middle of a line of 4 MiB
  std::string start_failure;  // why it could not be started
  std::string last_error;     // the last line that it wrote to standard error

  bool ok() const { return exit_code == 0; }
  // "killed by signal 11 (Segmentation fault)", "exited with 2: …", …
  std::string describe() const;
};

// Runs `arguments` (the first is the file) and calls `on_line` for each complete line of its
// standard output, without the newline. `stop` is asked after each line and each 100 ms. The child
// has a process group of its own, so that a terminal's Ctrl-C reaches only us, and dies with us.
ChildResult run_child(const std::vector<std::string>& arguments, double timeout_seconds,
                      const std::function<void(std::string_view)>& on_line,
                      const std::function<bool()>& stop);

}  // namespace tracetoll
