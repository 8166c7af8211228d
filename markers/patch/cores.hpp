// Making every core see new instructions.
#pragma once

#include <cstddef>

namespace tracetoll::patch {

// How many threads this process has: the entries of /proc/self/task. Throws PatchError.
std::size_t count_threads();

// membarrier(2) with PRIVATE_EXPEDITED_SYNC_CORE: when synchronize() returns, every thread of the
// process has executed a serialising instruction since the call.
//
// Without it (before Linux 4.16, or forbidden) the constructor throws PatchError, unless the
// process has one thread: that one serialises by itself.
class Cores {
 public:
  Cores();

  void synchronize() const;

 private:
  bool by_kernel_ = false;
};

}  // namespace tracetoll::patch
