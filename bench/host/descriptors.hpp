// open, close and select over the in-memory file layer: the system calls as the validator sees
// them.
//
// Each takes the kernel's locks (Linux 6.1, x86, PROVE_LOCKING, PREEMPT_NONE) in the kernel's
// order. One line is one pair of lock and unlock; "irq" is a pair of the interrupt hooks without a
// lock.
//
//   open: 12 pairs, 1 irq
//     fs_reclaim     getname_flags: kmem_cache_alloc(names_cachep)
//     mmap_lock  R   strncpy_from_user: might_fault
//     file_lock      alloc_fd
//     fs_reclaim     alloc_empty_file: kmem_cache_zalloc(filp_cachep)
//     rcu            path_init(LOOKUP_RCU), held over the walk
//       fs->seq  *R    set_root: read_seqcount_begin, interrupts off (irq)
//       d_lock         try_to_unlazy: lockref_get_not_dead
//     d_lock         do_dentry_open: path_get
//     rcu            terminate_walk: dput
//       d_lock         fast_dput
//     rcu            terminate_walk: mntput
//     rcu_sched      fd_install
//   close: 6 pairs, 5 irq (1 of them pi_lock's), 1 softirq
//     file_lock      close_fd
//     pi_lock        task_work_run, interrupts off (irq): the last fput() runs from there
//     rcu            __fput: dput
//       d_lock         fast_dput
//     rcu            __fput: mntput
//                    call_rcu(file_free_rcu): local_irq_save (irq)
//     rcu_callback   the callback, in the softirq at the end of an interrupt (2 irq, 1 softirq)
//   select, timeout 0, one set: 5 pairs, 6 when the sets exceed the 256 bytes on the kernel's stack
//     mmap_lock  R   the timeout is copied in
//     rcu            core_sys_select: max_fds
//     (fs_reclaim)   kvmalloc(6 * size)
//     mmap_lock  R   get_fd_set, once a set
//     rcu            do_select: max_select_fd
//     rcu            __fget_files, once a descriptor, when the table is shared
//     mmap_lock  R   set_fd_set, once a set (a zero timeout is not copied out)
//
// Kept off: CONFIG_PROVE_RCU's lock_is_held() and MMU_NOTIFIER's second map in fs_reclaim. In the
// kernel one interrupt frees a batch of files; here each close runs its own, so that every
// operation does the same work.
#pragma once

#include <cstdint>

#include "host/host.hpp"

namespace tracetoll::host {

inline constexpr std::uint32_t kOpenPairs = 12;
inline constexpr std::uint32_t kClosePairs = 6;
inline constexpr int kSelectNumber = 23;  // SYS_select of x86-64; arm64 has pselect6 alone
inline constexpr std::uint32_t kSelectFixedPairs = 5;            // one set
inline constexpr std::uint32_t kSelectStackWords = 256 / 6 / 8;  // words a set; more are allocated

// Like the kernel's: a result, or minus an errno.
namespace TT_VARIANT {

int sys_open(Host& host, const char* path, int flags, std::uint32_t mode);
int sys_close(Host& host, std::uint32_t fd);

// Only a zero timeout: -EINVAL for another, where the kernel would wait.
int sys_select(Host& host, int descriptors, std::uint64_t* in, std::uint64_t* out,
               std::uint64_t* except, const Timeout* timeout);

}  // namespace TT_VARIANT
}  // namespace tracetoll::host
