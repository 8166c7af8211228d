// Ctrl-C during a command that has something to print all the same.
#pragma once

namespace tracetoll {

// From here on the first SIGINT, SIGTERM or SIGHUP is only remembered; a second one ends the
// program.
void watch_for_interrupt();

bool interrupted();

}  // namespace tracetoll
