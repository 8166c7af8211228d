// The writing half of samples_file.hpp.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "error.hpp"
#include "samples_file.hpp"
#include "samples_json.hpp"

namespace tracetoll {

namespace {

// A name out of the system may be any bytes: what is not UTF-8 is replaced, never fatal to a run.
std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string to_json_line(const Block& block) {
  return dump(block_to_json(block));
}

std::string to_json_line(const Failure& failure) {
  nlohmann::ordered_json json;
  json["failure"] = failure_to_json(failure);
  return dump(json);
}

SamplesWriter::SamplesWriter(const std::string& path)
    : path_(path),
      fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666)),
      created_(fd_ >= 0) {
  // Nonblocking: the open of a FIFO that nobody reads would wait for ever.
  if (fd_ < 0 && errno == EEXIST)
    fd_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
  if (fd_ < 0) {
    throw InputError(fmt::format("{}: cannot be written ({}); choose another file with -o", path,
                                 std::strerror(errno)));
  }
  struct stat status {};
  if (!created_ && ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    ::close(fd_);
    throw InputError(fmt::format("{}: exists; choose another file with -o, or remove it", path));
  }
  ::fcntl(fd_, F_SETFL, O_APPEND);
}

SamplesWriter::~SamplesWriter() {
  if (fd_ >= 0) ::close(fd_);
  if (created_ && !written_) ::unlink(path_.c_str());
}

void SamplesWriter::append(const Context& context) {
  nlohmann::ordered_json header;
  header["schema"] = kSamplesSchema;
  header["context"] = context_to_json(context);
  append_line(dump(header));
}

void SamplesWriter::append(const Block& block) {
  append_line(to_json_line(block));
}

void SamplesWriter::append(const Failure& failure) {
  append_line(to_json_line(failure));
}

void SamplesWriter::append_end(const std::string& end, double elapsed_seconds) {
  append_line(dump({{"end", end}, {"elapsed_seconds", elapsed_seconds}}));
}

void SamplesWriter::append_line(std::string_view line) {
  if (line.find('\n') != std::string_view::npos) {
    throw InputError(fmt::format("{}: a line to be written holds a newline", path_));
  }
  if (path_.empty()) return;  // nothing is kept
  std::string whole(line);
  whole += '\n';
  const off_t start = ::lseek(fd_, 0, SEEK_END);
  // One write; more only when the kernel took part of it, as it does when a disk fills up.
  for (std::size_t done = 0; done < whole.size();) {
    const ssize_t written = ::write(fd_, whole.data() + done, whole.size() - done);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      const int error = written == 0 ? ENOSPC : errno;
      // Without this a later line would be glued to the cut one and both would be lost.
      if (done > 0 && start >= 0 && ::ftruncate(fd_, start) != 0) {
        throw InputError(fmt::format("{}: cannot be written ({}) and its last line is cut", path_,
                                     std::strerror(error)));
      }
      throw InputError(fmt::format("{}: cannot be written ({}){}", path_, std::strerror(error),
                                   written_ ? "; what was measured so far is kept" : ""));
    }
  }
  written_ = true;
}

}  // namespace tracetoll
