// Where there are no stubs (arm64 as yet), no site of TT_BY_STUB can be switched on.
#include "stubs.hpp"

namespace tracetoll::patch {
namespace {

[[noreturn]] void refuse() {
  throw PatchError{"sites that are patched to call a stub can be switched on x86-64 alone as yet"};
}

}  // namespace

Operands parse_operands(const std::string&) {
  refuse();
}

std::vector<Stub*> make_stubs(const std::vector<const void*>& next) {
  if (next.empty()) return {};
  refuse();
}

Stub* make_stub(const void*) {
  refuse();
}

const void* entry_of(const Stub*) {
  refuse();
}

void free_stub(Stub*) {}

void attach(Stub*, const struct tt_probe&, tt_marker*, const std::vector<Argument>&) {
  refuse();
}

void detach(Stub*) {}

std::size_t free_attachments() {
  return 0;
}

}  // namespace tracetoll::patch

// The ready-made probes, without the ring buffer.
namespace {

void nothing(tt_marker*, const char*, ...) {}

}  // namespace

const struct tt_probe tt_nothing = {reinterpret_cast<tt_function>(nothing), TT_SAVES_INTEGERS,
                                    TT_NO_ARGUMENTS};
const struct tt_probe tt_hits = {reinterpret_cast<tt_function>(tt_probe_counts), TT_SAVES_INTEGERS,
                                 TT_NO_ARGUMENTS};
const struct tt_probe tt_timestamp = {};  // refused: it has no function

unsigned long tt_missed(void) {
  return 0;
}

unsigned long tt_read_events(void (*)(const struct tt_event*, int, void*), void*) {
  return 0;
}

unsigned long tt_dropped_events(void) {
  return 0;
}
