// Ctrl-C and SIGTERM.
#pragma once

namespace tracetoll {

// The first SIGINT or SIGTERM ends what is measured with a report, a second one the program.
void watch_for_interrupt();

// Whether there was one.
bool interrupted();

}  // namespace tracetoll
