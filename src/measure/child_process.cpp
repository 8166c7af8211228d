#include "child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

#include "unique_fd.hpp"

namespace tracetoll {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExecFailed = 127;
constexpr int kWaitMs = 1;
constexpr std::size_t kLongestError = 4096;
constexpr std::size_t kLongestLine = std::size_t{4} << 20;

struct Pipe {
  UniqueFd read_end, write_end;
};

bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read_end = UniqueFd(ends[0]);
  pipe.write_end = UniqueFd(ends[1]);
  return true;
}

[[noreturn]] void become_child(const std::vector<char*>& argv, const Pipe& output,
                               const Pipe& error, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kExecFailed);  // the parent died before prctl
  ::dup2(output.write_end.get(), STDOUT_FILENO);
  ::dup2(error.write_end.get(), STDERR_FILENO);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::execv(argv[0], argv.data());
  const char* reason = std::strerror(errno);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, reason, std::strlen(reason));
  ::_exit(kExecFailed);
}

// Hands over the complete lines of `text` and keeps the rest.
void take_lines(std::string& text, const std::function<void(std::string_view)>& on_line) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    on_line(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  text.erase(0, begin);
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

// Appends what `fd` has; closes it at its end.
void drain(UniqueFd& fd, std::string& text) {
  std::array<char, 1 << 16> buffer{};
  const ssize_t size = ::read(fd.get(), buffer.data(), buffer.size());
  if (size > 0)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  else if (size == 0 || errno != EINTR)
    fd.reset();
}

}  // namespace

std::string ChildResult::describe() const {
  if (!start_failure.empty()) return start_failure;
  if (timed_out) return "hung, and was killed";
  if (stopped) return "stopped";
  if (flooded) return "wrote a line without an end";
  if (signal != 0) return fmt::format("killed by signal {} ({})", signal, ::strsignal(signal));
  if (last_error.empty()) return fmt::format("exited with {}", exit_code);
  return fmt::format("exited with {}: {}", exit_code, last_error);
}

ChildResult run_child(const std::vector<std::string>& arguments, double timeout_seconds,
                      const std::function<void(std::string_view)>& on_line,
                      const std::function<bool()>& stop) {
  ChildResult result;
  Pipe output, error;
  if (!open_pipe(output) || !open_pipe(error)) {
    result.start_failure = fmt::format("no pipe: {}", std::strerror(errno));
    return result;
  }
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    result.start_failure = fmt::format("cannot start a process: {}", std::strerror(errno));
    return result;
  }
  if (pid == 0) become_child(argv, output, error, parent);
  output.write_end.reset();
  error.write_end.reset();

  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_seconds);
  std::string output_text, error_text;
  const auto kill_child = [&](bool& flag) {
    flag = true;
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);  // setpgid may not have happened yet
    output.read_end.reset();
    error.read_end.reset();
  };
  while (output.read_end || error.read_end) {
    std::array<pollfd, 2> ready = {pollfd{output.read_end.get(), POLLIN, 0},
                                   pollfd{error.read_end.get(), POLLIN, 0}};
    ::poll(ready.data(), ready.size(), 100);
    if (ready[0].revents != 0) {
      drain(output.read_end, output_text);
      take_lines(output_text, on_line);
    }
    if (ready[1].revents != 0) {
      drain(error.read_end, error_text);
      if (error_text.size() > kLongestError) error_text.erase(0, error_text.size() - kLongestError);
    }
    if (output_text.size() > kLongestLine)
      kill_child(result.flooded);
    else if (stop())
      kill_child(result.stopped);
    else if (Clock::now() > deadline)
      kill_child(result.timed_out);
  }
  // It may have closed its streams and live on.
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (stop())
      kill_child(result.stopped);
    else if (Clock::now() > deadline)
      kill_child(result.timed_out);
    ::poll(nullptr, 0, kWaitMs);
  }
  result.last_error = last_line(error_text);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (result.exit_code == kExecFailed)
    result.start_failure = fmt::format("cannot run {}: {}", arguments.front(), result.last_error);
  return result;
}

}  // namespace tracetoll
