// When a detached attachment can be freed.
//
// A thread writes its record's `frame`, then loads its stub's attachment, with no barrier in
// between: the hot path has no locked instruction. The barrier is made here, for all threads at
// once (membarrier). After it, a thread either sees that the attachment is gone, or is seen to be
// in a probe. So what was detached before it is free as soon as each thread that was seen has left
// its probe once. A thread that has left it and is in another at the same depth of its stack
// whenever we look delays that, no more.
#include "detached.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <utility>

#include "stub_layout.h"
#include "thread_record.hpp"

namespace tracetoll::patch {

static_assert(offsetof(Attachment, entry) == TT_ATTACHMENT_ENTRY);
static_assert(offsetof(Attachment, probe) == TT_ATTACHMENT_PROBE);
static_assert(offsetof(Attachment, text) == TT_ATTACHMENT_TEXT);
static_assert(offsetof(Attachment, room) == TT_ATTACHMENT_ROOM);
static_assert(offsetof(Attachment, saves_vectors) == TT_ATTACHMENT_VECTORS);

namespace {

struct Inside {
  const ThreadRecord* record;
  std::uintptr_t frame;
};

// Detached before one barrier.
struct Batch {
  std::vector<Attachment*> attachments;
  std::vector<Inside> inside;
};

std::vector<Attachment*>& since_last_barrier() {
  static auto* list = new std::vector<Attachment*>;
  return *list;
}
std::vector<Batch>& waiting() {
  static auto* list = new std::vector<Batch>;
  return *list;
}

long membarrier(int command) {
  return syscall(SYS_membarrier, command, 0, 0);
}

// GLOBAL waits for a grace period of the kernel, some milliseconds: for kernels before 4.14.
bool barrier_in_all_threads() {
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return true;
  if (errno == EPERM && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
      membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0)
    return true;
  return membarrier(MEMBARRIER_CMD_GLOBAL) == 0;
}

// Not the caller, who is in no probe: a frame of its own was left behind by a longjmp.
std::vector<Inside> threads_inside() {
  std::vector<Inside> result;
  const ThreadRecord* own = own_record();
  for_each_record([&result, own](const ThreadRecord& record) {
    if (&record == own) return;
    const std::uintptr_t frame = record.frame.load();
    if (frame != 0) result.push_back({&record, frame});
  });
  return result;
}

bool has_left(const Inside& inside) {
  return inside.record->frame.load() != inside.frame || inside.record == own_record() ||
         is_dead(*inside.record);
}

bool is_free(Batch& batch) {
  std::erase_if(batch.inside, has_left);
  if (!batch.inside.empty()) return false;
  for (const Attachment* attachment : batch.attachments) delete attachment;
  return true;
}

}  // namespace

void free_later(Attachment* attachment) {
  since_last_barrier().push_back(attachment);
}

std::size_t free_attachments() {
  if (!since_last_barrier().empty() && barrier_in_all_threads())
    waiting().push_back({std::exchange(since_last_barrier(), {}), threads_inside()});
  std::erase_if(waiting(), is_free);
  std::size_t left = since_last_barrier().size();
  for (const Batch& batch : waiting()) left += batch.attachments.size();
  return left;
}

}  // namespace tracetoll::patch
