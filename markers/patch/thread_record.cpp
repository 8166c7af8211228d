#include "thread_record.hpp"

#include <sys/uio.h>
#include <cerrno>
#include <csignal>

#include "raw_syscall.hpp"
#include "ring.hpp"
#include "stub_layout.h"

namespace tracetoll::patch {

static_assert(offsetof(ThreadRecord, frame) == TT_RECORD_FRAME);
static_assert(offsetof(ThreadRecord, errno_address) == TT_RECORD_ERRNO);

namespace {

constexpr std::size_t kPageSize = 4096;

// What threads without a record have, so that stub_common.S need not ask: with a frame it is an
// unusual case.
ThreadRecord no_record = {{1}, nullptr, {0}, {0}, {nullptr}};

}  // namespace

Shared<RecordChunk*> record_chunks{nullptr};
Shared<unsigned long> missed_without_record{0};

}  // namespace tracetoll::patch

using tracetoll::patch::ThreadRecord;

extern "C" {
__attribute__((visibility("hidden"),
               tls_model("initial-exec"))) constinit thread_local ThreadRecord* tt_this_record =
    &tracetoll::patch::no_record;
}

namespace tracetoll::patch {
namespace {

int own_tid() {
  return static_cast<int>(raw_syscall(__NR_gettid));
}

bool is_dead(int tid) {
  return raw_syscall(__NR_tgkill, raw_syscall(__NR_getpid), tid, 0) == -ESRCH;
}

ThreadRecord* take(ThreadRecord& record) {
  record.frame.store(0);  // what its last owner was in is left
  record.errno_address = &errno;
  tt_this_record = &record;
  return &record;
}

ThreadRecord* take_free(int tid) {
  ThreadRecord* taken = nullptr;
  for_each_record([&](ThreadRecord& record) {
    if (taken == nullptr && record.tid.exchange_if(0, tid) == 0) taken = &record;
  });
  return taken == nullptr ? nullptr : take(*taken);
}

// Returns the freed and all.
struct Sweep {
  std::size_t freed = 0;
  std::size_t all = 0;
};
Sweep free_dead() {
  Sweep sweep;
  for_each_record([&](ThreadRecord& record) {
    const int tid = record.tid.load();
    ++sweep.all;
    if (tid != 0 && is_dead(tid) && record.tid.exchange_if(tid, 0) == tid) ++sweep.freed;
  });
  return sweep;
}

bool add_chunk(std::size_t records) {
  const std::size_t bytes =
      ((records + 1) * sizeof(ThreadRecord) + kPageSize - 1) / kPageSize * kPageSize;
  auto* chunk = static_cast<RecordChunk*>(map_zeros(bytes));
  if (chunk == nullptr) return false;
  chunk->count = bytes / sizeof(ThreadRecord) - 1;
  do {
    chunk->next = record_chunks.load();
  } while (record_chunks.exchange_if(chunk->next, chunk) != chunk->next);
  return true;
}

ThreadRecord* take_record() {
  const int tid = own_tid();
  // One with our number is of a dead thread that had it before, or a signal handler interrupts us
  // between taking and using it.
  ThreadRecord* found = nullptr;
  for_each_record([&](ThreadRecord& record) {
    if (record.tid.load() == tid) found = &record;
  });
  if (found != nullptr) return take(*found);
  while (true) {
    if (ThreadRecord* taken = take_free(tid)) return taken;
    // A sweep asks for every thread: not again before a share of all was used.
    const Sweep sweep = free_dead();
    if (sweep.freed <= sweep.all / 4 && !add_chunk(sweep.all + 1)) return nullptr;
  }
}

// What is at an address that may not be mapped any more.
enum class Read { kDone, kUnmapped, kForbidden };  // a sandbox may have no process_vm_readv
Read read_words(std::uintptr_t from, std::uintptr_t (&words)[2]) {
  iovec to = {words, sizeof(words)};
  iovec at = {reinterpret_cast<void*>(from), sizeof(words)};
  const long read = raw_syscall(__NR_process_vm_readv, raw_syscall(__NR_getpid), as_long(&to), 1,
                                as_long(&at), 1, 0);
  if (read == sizeof(words)) return Read::kDone;
  return read == -EPERM || read == -ENOSYS ? Read::kForbidden : Read::kUnmapped;
}

static_assert(TT_SAVED_NEXT == TT_SAVED_STUB + 8 && TT_STUB_COMMON == TT_STUB_NEXT + 8);

// Is `frame` still that of a probe that runs? Then what its stub pushed and called is still there:
// the return address has a stub's data at its distance, which agree. When nothing can be read, we
// believe it.
bool is_live(std::uintptr_t frame) {
  std::uintptr_t pushed[2] = {};  // return address, next
  const Read read = read_words(frame + TT_SAVED_STUB, pushed);
  if (read != Read::kDone) return read == Read::kForbidden;
  if (pushed[0] % TT_STUB_BYTES != TT_STUB_RETURN) return false;
  std::uintptr_t data[2] = {};  // next, common
  const std::uintptr_t stub = pushed[0] - TT_STUB_RETURN + TT_STUBS_BYTES;
  return read_words(stub + TT_STUB_NEXT, data) == Read::kDone && data[0] == pushed[1];
}

// A probe of this thread was in `old`; now a site is hit in `frame`. Stacks grow down: in a call
// from the probe or a signal handler the new frame is below the old one, and what the old one saved
// is intact. A longjmp leaves an old one that is not above, or whose place was used again: until
// then, what is hit below it is missed. On an alternate signal stack nothing is known of above and
// below.
bool is_nested(std::uintptr_t old, std::uintptr_t frame) {
  // What the old one saved, the call of its probe, and what is between a site and its frame.
  constexpr std::uintptr_t kNearest = TT_SAVED_BYTES + 8 + TT_SITE_STACK;
  if (old > frame) return old - frame >= kNearest && is_live(old);
  stack_t alternate = {};
  if (raw_syscall(__NR_sigaltstack, 0, as_long(&alternate)) != 0) return false;
  if ((alternate.ss_flags & SS_ONSTACK) == 0) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(alternate.ss_sp);
  const bool old_is_there = old >= begin && old < begin + alternate.ss_size;
  return !old_is_there && is_live(old);
}

}  // namespace

bool is_dead(const ThreadRecord& record) {
  const int tid = record.tid.load();
  return tid == 0 || is_dead(tid);
}

ThreadRecord* own_record() {
  return tt_this_record == &no_record ? take_record() : tt_this_record;
}

void keep_records_of_child() {
  const int tid = own_tid();
  for_each_record([&](ThreadRecord& record) {
    const bool own = &record == tt_this_record;
    record.tid.store(own ? tid : 0);
    // Events are of the process that noted them.
    if (Ring* ring = record.ring.load()) ring->read.store(ring->written.load());
  });
}

}  // namespace tracetoll::patch

// Called by stub_common.S. Returns the thread's record, with its frame set, or null when no probe
// may run now.
extern "C" __attribute__((visibility("hidden"))) ThreadRecord* tt_stub_unusual(
    ThreadRecord* record, std::uintptr_t frame) {
  using namespace tracetoll::patch;
  if (record == &no_record) {
    record = take_record();
    if (record == nullptr) {
      missed_without_record.add(1);
      return nullptr;
    }
  }
  const std::uintptr_t old = record->frame.load();
  if (old != 0 && is_nested(old, frame)) {
    record->missed.increment();
    return nullptr;
  }
  // What is attached is loaded after this: the other side's membarrier orders the two.
  record->frame.store(frame);
  return record;
}
