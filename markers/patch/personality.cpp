// What unwinding finds at stub_common.S. The site's function does not know that it calls a probe:
// it may hold locks and half-changed data, and nothing can be unwound through it. So an exception
// ends the program where it was thrown, with all frames still there for a debugger, and so does the
// forced unwinding of a thread that is ended.
#include <unistd.h>
#include <unwind.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "attachment.hpp"
#include "stub_layout.h"

namespace tracetoll::patch {
namespace {

constexpr int kDwarfRbp = 6;

const char* marker_name(_Unwind_Context* context) {
  const auto frame = static_cast<std::uintptr_t>(_Unwind_GetGR(context, kDwarfRbp));
  const auto in_stub = *reinterpret_cast<const std::uintptr_t*>(frame + TT_SAVED_STUB);
  const auto* stub = reinterpret_cast<const Stub*>(in_stub - TT_STUB_RETURN + TT_STUBS_BYTES);
  return stub->marker != nullptr ? stub->marker->name : "?";
}

void say(const char* text) {
  const ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

}  // namespace
}  // namespace tracetoll::patch

extern "C" __attribute__((visibility("hidden"))) _Unwind_Reason_Code tt_stub_personality(
    int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
    _Unwind_Context* context) {
  using namespace tracetoll::patch;
  say("tracetoll: the probe at the site '");
  say(marker_name(context));
  say((actions & _UA_FORCE_UNWIND) != 0
          ? "' did not return: its thread was ended in it (pthread_exit or cancellation)\n"
          : "' did not return: it threw an exception\n");
  std::abort();
}
