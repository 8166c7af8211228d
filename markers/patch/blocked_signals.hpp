// Which threads block a signal.
#pragma once

#include <optional>
#include <string>

namespace tracetoll::patch {

// Does a thread block the signal, by its /proc/PID/task/TID/status? A text that does not say so:
// no.
bool status_blocks(const std::string& status, int signal);

// A thread of this process other than the caller that blocks the signal: "thread 1234 (name)".
std::optional<std::string> other_thread_that_blocks(int signal);

}  // namespace tracetoll::patch
