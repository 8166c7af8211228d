// The writing half of samples_file.hpp.

#include <fcntl.h>
#include <fmt/format.h>
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

SamplesWriter::SamplesWriter(const std::string& path, const Context& context)
    : path_(path),
      fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)) {
  if (fd_ < 0) {
    throw InputError(fmt::format("{}: cannot be written ({}); choose another file with -o", path,
                                 std::strerror(errno)));
  }
  nlohmann::ordered_json header;
  header["schema"] = kSamplesSchema;
  header["context"] = context_to_json(context);
  try {
    append_line(dump(header));
  } catch (...) {  // no destructor runs for an object that was never made
    ::close(fd_);
    throw;
  }
}

SamplesWriter::~SamplesWriter() {
  ::close(fd_);
}

void SamplesWriter::append(const Block& block) {
  append_line(to_json_line(block));
}

void SamplesWriter::append(const Failure& failure) {
  nlohmann::ordered_json json;
  json["failure"] = failure_to_json(failure);
  append_line(dump(json));
}

void SamplesWriter::append_end(const std::string& end, double elapsed_seconds) {
  append_line(dump({{"end", end}, {"elapsed_seconds", elapsed_seconds}}));
}

void SamplesWriter::append_line(std::string_view line) {
  if (line.find('\n') != std::string_view::npos) {
    throw InputError(fmt::format("{}: a line to be written holds a newline", path_));
  }
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
      throw InputError(fmt::format("{}: cannot be written ({}); what was measured so far is kept",
                                   path_, std::strerror(error)));
    }
  }
}

}  // namespace tracetoll
