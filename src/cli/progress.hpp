// One line on a terminal while a run goes on; nothing in a pipe.
#pragma once

#include <string>

#include "sample.hpp"

namespace tracetoll {

class Progress {
 public:
  // Shows itself when `fd` is a terminal.
  Progress(int fd, double budget_seconds);
  ~Progress() { clear(); }

  // At most twice a second: the present figure takes an analysis of all samples so far.
  void show(double seconds, const Samples& samples);
  // "12 s, 8 s left  WHAT", likewise.
  void show(double seconds, const std::string& what);
  void clear();

 private:
  bool is_due(double seconds);
  void write_line(const std::string& line);

  int fd_;
  double budget_;
  bool terminal_;
  double next_ = 0;
};

// "12 s, 8 s left  31 replicates  select_500.pure call +31.2 % [+29.0, +33.5]", cut to fit a line
// of `columns` (at least 2).
std::string progress_line(double seconds, double budget_seconds, const Samples& samples,
                          std::size_t columns);
std::string progress_line(double seconds, double budget_seconds, const std::string& what,
                          std::size_t columns);

}  // namespace tracetoll
