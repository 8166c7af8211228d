// close(2), with the work that the kernel does on the way back to user space and soon after.
#include <sys/syscall.h>

#include <cerrno>

#include "host/descriptors.hpp"
#include "host/locks.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

File* take_from_table(Host& host, std::uint32_t fd) {
  FilesTable& table = host.files.table;
  File* file = nullptr;
  spin_lock(host, table.file_lock, kCloseFd);
  if (fd < kMaxDescriptors) {
    file = table.file[fd];
    if (file != nullptr) {
      table.file[fd] = nullptr;
      mark_closed(table, fd);
    }
  }
  spin_unlock(host, table.file_lock, kCloseFd);
  return file;
}

// fput(): the last reference is dropped from task work, where no lock is held.
void put_file_later(Host& host, File& file) {
  if (--file.count != 0) return;
  file.next_free = host.files.work;
  host.files.work = &file;
}

void call_rcu(Host& host, File& file) {
  const bool interrupts = local_irq_save(host, kCallRcu);
  file.next_free = host.files.rcu_callbacks;
  host.files.rcu_callbacks = &file;
  local_irq_restore(host, interrupts, kCallRcu);
}

// __fput()
void finish_file(Host& host, File& file) {
  Dentry& dentry = *file.dentry;
  rcu_lock(host, host.files.rcu, kFput);
  spin_lock(host, dentry.d_lock, kFput);
  --dentry.count;
  spin_unlock(host, dentry.d_lock, kFput);
  rcu_unlock(host, host.files.rcu, kFput);

  rcu_lock(host, host.files.rcu, kFput);
  if (file.mount->attached) --file.mount->count;
  rcu_unlock(host, host.files.rcu, kFput);
  call_rcu(host, file);
}

void task_work_run(Host& host) {
  File* file = host.files.work;
  if (file == nullptr) return;
  host.files.work = nullptr;
  // Taken and dropped, to wait for a task_work_cancel() on the way.
  spin_lock_irq(host, host.files.pi_lock, kTaskWorkRun);
  spin_unlock_irq(host, host.files.pi_lock, kTaskWorkRun);
  while (file != nullptr) {
    File* next = file->next_free;
    finish_file(host, *file);
    file = next;
  }
}

void enter_softirq(Host& host) {
  if constexpr (kValidatorOn) {
    TT_VALIDATOR::softirqs_off(host.validator, kDoSoftirq);
    ++host.validator.task.softirq_context;
  }
}

void leave_softirq(Host& host) {
  if constexpr (kValidatorOn) {
    --host.validator.task.softirq_context;
    TT_VALIDATOR::softirqs_on(host.validator, kDoSoftirq);
  }
}

void free_files(Host& host) {
  FileLayer& files = host.files;
  while (files.rcu_callbacks != nullptr) {
    File* file = files.rcu_callbacks;
    rcu_lock(host, files.rcu_callback, kRcuCallback);
    files.rcu_callbacks = file->next_free;
    *file = File{};
    file->next_free = files.free_files;
    files.free_files = file;
    rcu_unlock(host, files.rcu_callback, kRcuCallback);
  }
}

// The timer interrupt that finds a grace period over, and RCU_SOFTIRQ at its end.
void run_rcu_callbacks(Host& host) {
  if (host.files.rcu_callbacks == nullptr) return;
  local_irq_disable(host, kInterrupt);
  enter_softirq(host);
  local_irq_enable(host, kDoSoftirq);
  free_files(host);
  local_irq_disable(host, kDoSoftirq);
  leave_softirq(host);
  local_irq_enable(host, kInterrupt);
}

int close_file(Host& host, std::uint32_t fd) {
  File* file = take_from_table(host, fd);
  if (file == nullptr) return -EBADF;
  put_file_later(host, *file);
  return 0;
}

}  // namespace

int sys_close(Host& host, std::uint32_t fd) {
  MARK(syscall_entry, SYS_close, fd);
  const int result = close_file(host, fd);
  MARK(syscall_exit, SYS_close, result);
  // On the way back to user space, after the exit trace.
  task_work_run(host);
  run_rcu_callbacks(host);
  return result;
}

}  // namespace tracetoll::host::TT_VARIANT
