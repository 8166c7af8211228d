// Samples as a file: JSON lines, "tracetoll.samples/1".
//
//   {"schema":"tracetoll.samples/1","context":{...}}     first, once
//   {"replicate":0,"layout":3,"round":1,...}             one a block, in any order
//   {"failure":{"replicate":0,"layout":3,"reason":"..."}}
//   {"end":"done","elapsed_seconds":58.2}                missing when the run was killed
//
// Every line is written complete, with its newline, by one write(2): whatever kills a run leaves a
// file of whole lines and at most one cut line at its end.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// Longest line that is read. A header of 100 workloads and 100 variants is 60 kB.
inline constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;

// Reads a whole file. Throws InputError for anything but a samples file with, at worst, a cut last
// line: that one is dropped and `notes` says so. No blocks at all is not an error.
Samples read_samples(const std::string& path, std::vector<std::string>& notes);

// The same from a stream; `name` stands for the file in messages.
Samples read_samples(std::istream& stream, const std::string& name,
                     std::vector<std::string>& notes);

// One line, without its newline.
std::string to_json_line(const Block& block);

// The reverse, for the parent of a measuring process: InputError "WHERE: ..." if the line is not a
// sound block. Whether its names belong to the run is check_block's question.
Block block_from_json_line(std::string_view line, const std::string& where);

// The line of a block that was lost; nothing when the line is something else.
std::string to_json_line(const Failure& failure);
std::optional<Failure> failure_from_json_line(std::string_view line, const std::string& where);

// InputError unless the block's workload and variant are of this run (none, its copy and its dose
// always are).
void check_block(const Block& block, const Context& context, const std::string& where);

// Appends lines to a new file. A file of that name that is not empty is refused: a run never
// destroys an older one. Not copyable; closes in its destructor, which removes a file that got no
// line. Every method throws InputError when the line cannot be written whole (disk full); what was
// written of it is then taken back where the file allows it.
class SamplesWriter {
 public:
  SamplesWriter() = default;  // keeps nothing: for samples that are only looked at
  explicit SamplesWriter(const std::string& path);
  ~SamplesWriter();
  SamplesWriter(const SamplesWriter&) = delete;
  SamplesWriter& operator=(const SamplesWriter&) = delete;

  void append(const Context& context);  // the header: first, once
  void append(const Block& block);
  void append(const Failure& failure);
  void append_end(const std::string& end, double elapsed_seconds);
  void append_line(std::string_view line);  // verbatim; must not hold a newline

 private:
  std::string path_;
  int fd_ = -1;
  bool created_ = false;  // by us, just now
  bool written_ = false;  // at least one line
};

}  // namespace tracetoll
