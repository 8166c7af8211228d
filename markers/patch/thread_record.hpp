// What the library knows of a thread. Compiled for general registers alone, as is all that runs in
// a thread before a stub has saved more: no call into libc but __errno_location.
//
// Records are in memory that is never unmapped. A thread takes one at its first site: lock-free,
// without malloc, so also in a signal handler. It keeps the record until it is dead, which others
// find out (tgkill) when they need one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shared.hpp"

namespace tracetoll::patch {

struct Ring;

struct alignas(64) ThreadRecord {
  // %rbp of stub_common.S while a probe runs in the thread, else 0. A longjmp leaves it behind.
  Shared<std::uintptr_t> frame;
  int* errno_address;
  Shared<int> tid;  // 0: free
  Shared<unsigned long> missed;
  Shared<Ring*> ring;
};

// Records lie in chunks, each as large as all before it.
struct RecordChunk {
  RecordChunk* next;
  std::size_t count;
  ThreadRecord* records() { return reinterpret_cast<ThreadRecord*>(this) + 1; }
};
static_assert(sizeof(RecordChunk) <= sizeof(ThreadRecord));

extern Shared<RecordChunk*> record_chunks;

template <typename Visit>
void for_each_record(const Visit& visit) {
  for (RecordChunk* chunk = record_chunks.load(); chunk != nullptr; chunk = chunk->next)
    for (std::size_t i = 0; i < chunk->count; ++i) visit(chunk->records()[i]);
}

// That of this thread; null when there is no memory for one.
ThreadRecord* own_record();

// Is the thread that took the record dead?
bool is_dead(const ThreadRecord& record);

// For pthread_atfork: a child process has the record of its only thread, if any.
void keep_records_of_child();

// Hits without a record.
extern Shared<unsigned long> missed_without_record;

}  // namespace tracetoll::patch
