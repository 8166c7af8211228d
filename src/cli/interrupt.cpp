#include "interrupt.hpp"

#include <signal.h>

namespace tracetoll {
namespace {

volatile sig_atomic_t interrupt_seen = 0;

}  // namespace

bool interrupted() {
  return interrupt_seen != 0;
}

void watch_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_seen = 1; };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace tracetoll
