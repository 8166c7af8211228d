// select(2), after kern_select() and do_select(). The table in descriptors.hpp lists the locks.
#include <cerrno>
#include <cstring>

#include "host/descriptors.hpp"
#include "host/locks.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

enum Set : std::uint32_t { kIn, kOut, kExcept, kSets };

// The kernel's copies of the three sets and their results.
struct FdSets {
  std::uint64_t* wanted[kSets];
  std::uint64_t* ready[kSets];
};

FdSets kernel_sets(FileLayer& files) {
  auto& bits = files.select_bits;
  return {{bits[0], bits[1], bits[2]}, {bits[3], bits[4], bits[5]}};
}

// get_fd_set(), zero_fd_set()
void copy_in(Host& host, std::uint64_t* set, const std::uint64_t* user, std::size_t bytes) {
  if (user == nullptr) {
    std::memset(set, 0, bytes);
    return;
  }
  might_fault(host, kGetFdSet);
  std::memcpy(set, user, bytes);
}

// set_fd_set()
void copy_out(Host& host, std::uint64_t* user, const std::uint64_t* set, std::size_t bytes) {
  if (user == nullptr) return;
  might_fault(host, kSetFdSet);
  std::memcpy(user, set, bytes);
}

// max_select_fd(): one past the highest descriptor in the sets, all of which must be open.
int count_descriptors(const FilesTable& table, const FdSets& sets, std::uint32_t end) {
  int count = 0;
  for (std::uint32_t word = 0; word * 64 < end; ++word) {
    std::uint64_t wanted =
        sets.wanted[kIn][word] | sets.wanted[kOut][word] | sets.wanted[kExcept][word];
    if (end - word * 64 < 64) wanted &= bit_of(end) - 1;
    if (wanted == 0) continue;
    if ((wanted & ~table.open[word]) != 0) return -EBADF;
    count = static_cast<int>(word * 64 + 64) - __builtin_clzll(wanted);
  }
  return count;
}

// __fget_files() takes rcu; a table that is not shared needs neither that nor a reference.
File* get_file(Host& host, std::uint32_t fd) {
  FilesTable& table = host.files.table;
  if (table.count == 1) return table.file[fd];
  rcu_lock(host, host.files.rcu, kFget);
  File* file = table.file[fd];
  if (file != nullptr) ++file->count;
  rcu_unlock(host, host.files.rcu, kFget);
  return file;
}

// The caller's table keeps a reference, so this is never the last.
void put_file_again(Host& host, File& file) {
  if (host.files.table.count != 1) --file.count;
}

// One word of the sets: 64 descriptors.
int poll_word(Host& host, const FdSets& sets, std::uint32_t word, std::uint32_t end) {
  const std::uint64_t in = sets.wanted[kIn][word];
  const std::uint64_t out = sets.wanted[kOut][word];
  const std::uint64_t all = in | out | sets.wanted[kExcept][word];
  std::uint64_t ready_in = 0;
  std::uint64_t ready_out = 0;
  int ready = 0;
  std::uint32_t fd = word * 64;
  for (std::uint64_t bit = 1; bit != 0 && fd < end; bit <<= 1, ++fd) {
    if ((all & bit) == 0) continue;
    File* file = get_file(host, fd);
    if (file == nullptr) continue;
    const std::uint32_t events = file->events;
    put_file_again(host, *file);
    if ((events & kReadable) != 0 && (in & bit) != 0) {
      ready_in |= bit;
      ++ready;
    }
    if ((events & kWritable) != 0 && (out & bit) != 0) {
      ready_out |= bit;
      ++ready;
    }
  }
  sets.ready[kIn][word] = ready_in;
  sets.ready[kOut][word] = ready_out;
  return ready;
}

int do_select(Host& host, const FdSets& sets, std::uint32_t descriptors) {
  rcu_lock(host, host.files.rcu, kMaxSelectFd);
  const int count = count_descriptors(host.files.table, sets, descriptors);
  rcu_unlock(host, host.files.rcu, kMaxSelectFd);
  if (count < 0) return count;
  const auto end = static_cast<std::uint32_t>(count);
  int ready = 0;
  for (std::uint32_t word = 0; word * 64 < end; ++word) ready += poll_word(host, sets, word, end);
  return ready;
}

int core_sys_select(Host& host, std::uint32_t descriptors, std::uint64_t* in, std::uint64_t* out,
                    std::uint64_t* except) {
  rcu_lock(host, host.files.rcu, kCoreSysSelect);
  if (descriptors > kMaxDescriptors) descriptors = kMaxDescriptors;
  rcu_unlock(host, host.files.rcu, kCoreSysSelect);
  const std::uint32_t words = (descriptors + 63) / 64;
  const std::size_t bytes = words * sizeof(std::uint64_t);
  if (words > kSelectStackWords) might_reclaim(host, kCoreSysSelect);
  const FdSets sets = kernel_sets(host.files);
  copy_in(host, sets.wanted[kIn], in, bytes);
  copy_in(host, sets.wanted[kOut], out, bytes);
  copy_in(host, sets.wanted[kExcept], except, bytes);
  for (std::uint64_t* set : sets.ready) std::memset(set, 0, bytes);
  const int ready = do_select(host, sets, descriptors);
  if (ready < 0) return ready;
  copy_out(host, in, sets.ready[kIn], bytes);
  copy_out(host, out, sets.ready[kOut], bytes);
  copy_out(host, except, sets.ready[kExcept], bytes);
  return ready;
}

int select_now(Host& host, int descriptors, std::uint64_t* in, std::uint64_t* out,
               std::uint64_t* except, const Timeout* timeout) {
  if (descriptors < 0 || timeout == nullptr) return -EINVAL;
  might_fault(host, kSelect);
  if (timeout->seconds != 0 || timeout->microseconds != 0) return -EINVAL;
  return core_sys_select(host, static_cast<std::uint32_t>(descriptors), in, out, except);
}

}  // namespace

int sys_select(Host& host, int descriptors, std::uint64_t* in, std::uint64_t* out,
               std::uint64_t* except, const Timeout* timeout) {
  MARK_DOSED(syscall_entry, kSelectNumber, descriptors, in, out, except, timeout);
  const int result = select_now(host, descriptors, in, out, except, timeout);
  MARK(syscall_exit, kSelectNumber, result);
  return result;
}

}  // namespace tracetoll::host::TT_VARIANT
