// A small in-memory file layer with the kernel's locks: what open, close and select walk over.
//
// After fs/file.c, fs/namei.c and fs/dcache.c (Linux 6.1). Plain data, one task: counts are not
// atomic, and what matters is which lock is taken, in which order, how often.
#pragma once

#include <cstdint>

#include "host/limits.hpp"
#include "host/validator_state.hpp"

namespace tracetoll::host {

struct Spinlock {
  LockMap map;
  std::uint32_t locked;
  std::uint32_t reserved;
};

struct Inode {
  std::uint32_t mode;  // permission bits as in st_mode
  bool directory;
  std::uint8_t reserved[3];
};

// lockref: under CONFIG_PROVE_LOCKING a spinlock is larger than 4 bytes, so the kernel's
// lock-free count is off and every reference takes d_lock.
struct Dentry {
  Spinlock d_lock;
  std::uint32_t count;
  std::uint32_t hash;
  std::uint32_t hash_next;  // dentry index + 1
  std::uint32_t parent;     // dentry index
  Inode inode;
  char name[kMaxName];
};

struct Mount {
  std::uint64_t count;
  bool attached;  // mnt_ns: still mounted, so mntput() needs no more than rcu
  std::uint8_t reserved[7];
};

struct File {
  File* next_free;
  Dentry* dentry;
  Mount* mount;
  std::uint64_t count;
  std::uint32_t mode;
  std::uint32_t events;  // what poll() answers: kReadable, kWritable
};

inline constexpr std::uint32_t kModeRead = 1;
inline constexpr std::uint32_t kModeWrite = 2;
inline constexpr std::uint32_t kReadable = 1;
inline constexpr std::uint32_t kWritable = 2;

inline constexpr std::uint32_t kBitmapWords = kMaxDescriptors / 64;

struct FilesTable {
  Spinlock file_lock;
  std::uint32_t count;    // tasks that share the table; more than 1, and fget() takes rcu
  std::uint32_t next_fd;  // none below is free
  std::uint64_t open[kBitmapWords];
  std::uint64_t full[kBitmapWords / 64];  // words of `open` that are all ones
  File* file[kMaxDescriptors];
};

struct FsContext {
  LockMap seq_map;
  std::uint32_t sequence;
  std::uint32_t root;  // dentry index
};

struct LockKeys {
  LockKey rcu, rcu_sched, rcu_callback, fs_reclaim, mmap_lock, fs_seq, file_lock, pi_lock, d_lock;
};

struct FileLayer {
  LockKeys keys;
  LockMap rcu, rcu_sched, rcu_callback, fs_reclaim, mmap_lock;
  Spinlock pi_lock;
  FsContext fs;
  Mount mount;
  File* work;           // task_works: files whose last reference is gone
  File* rcu_callbacks;  // files that call_rcu() frees
  File* free_files;
  std::uint32_t dentry_count;
  std::uint32_t reserved;
  std::uint32_t dentry_hash[1U << kDentryHashBits];
  Dentry dentries[kMaxDentries];
  FilesTable table;
  // select's kernel copies: in, out, except, and their results.
  std::uint64_t select_bits[6][kBitmapWords];
  File files[kMaxDescriptors];
};

// The lengths of time that select can wait: none (a poll) is all that the workloads ask for.
struct Timeout {
  std::int64_t seconds;
  std::int64_t microseconds;
};

// Hash of a path component in its directory; the path walk and the set-up must agree.
constexpr std::uint32_t name_hash(std::uint32_t parent, const char* name, std::uint32_t length) {
  std::uint64_t hash = parent + 1;
  for (std::uint32_t i = 0; i < length; ++i) {
    hash = (hash ^ static_cast<unsigned char>(name[i])) * 0x100000001b3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

constexpr std::uint32_t dentry_bucket(std::uint32_t hash) {
  return static_cast<std::uint32_t>(hash_bits(hash, kDentryHashBits));
}

constexpr std::uint64_t bit_of(std::uint32_t fd) {
  return std::uint64_t{1} << (fd % 64);
}

// Locks, the directory tree of kSimulatedPath, an empty table that two tasks share. Expects zeroed
// memory.
void init_file_layer(FileLayer& layer);

inline constexpr char kSimulatedPath[] = "/srv/tracetoll/host/file";

// A file on kSimulatedPath with one reference; null when none is left.
File* take_file(FileLayer& layer, std::uint32_t mode, std::uint32_t events);

// Set-up without locks: fd refers to file, which gets a reference, or no longer does.
void install_at(FileLayer& layer, std::uint32_t fd, File& file);
void remove_at(FileLayer& layer, std::uint32_t fd);

// Drops one reference; the last frees the file.
void put_file(FileLayer& layer, File& file);

// Bits of the table, shared by the set-up and the hot path.
inline void mark_open(FilesTable& table, std::uint32_t fd) {
  std::uint64_t& word = table.open[fd / 64];
  word |= bit_of(fd);
  if (word == ~std::uint64_t{0}) table.full[fd / 64 / 64] |= bit_of(fd / 64);
}

inline void mark_closed(FilesTable& table, std::uint32_t fd) {
  table.open[fd / 64] &= ~bit_of(fd);
  table.full[fd / 64 / 64] &= ~bit_of(fd / 64);
  if (fd < table.next_fd) table.next_fd = fd;
}

}  // namespace tracetoll::host
