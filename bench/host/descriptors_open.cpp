// open(2), after do_sys_openat2(). The table in descriptors.hpp lists the locks.
#include <fcntl.h>
#include <sys/syscall.h>

#include <cerrno>

#include "host/descriptors.hpp"
#include "host/locks.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

struct Walk {
  std::uint32_t dentry;
  std::uint32_t root_sequence;
};

// getname(): the path comes from user space, into a buffer of the names cache.
int copy_path(Host& host, char* name, const char* user_path) {
  might_reclaim(host, kGetname);
  might_fault(host, kGetname);
  for (std::uint32_t i = 0; i < kMaxPathname; ++i) {
    name[i] = user_path[i];
    if (name[i] == '\0') return i == 0 ? -ENOENT : 0;
  }
  return -ENAMETOOLONG;
}

std::uint32_t next_free_fd(const FilesTable& table) {
  std::uint32_t word = table.next_fd / 64;
  const std::uint64_t free = ~table.open[word] & ~(bit_of(table.next_fd) - 1);
  if (free != 0) return word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(free));
  for (++word; word < kBitmapWords; ++word) {
    if (word % 64 == 0 && table.full[word / 64] == ~std::uint64_t{0}) {
      word += 63;
    } else if (table.open[word] != ~std::uint64_t{0}) {
      return word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(~table.open[word]));
    }
  }
  return kMaxDescriptors;
}

int alloc_fd(Host& host) {
  FilesTable& table = host.files.table;
  spin_lock(host, table.file_lock, kAllocFd);
  const std::uint32_t fd = next_free_fd(table);
  if (fd < kMaxDescriptors) {
    mark_open(table, fd);
    table.next_fd = fd + 1 < kMaxDescriptors ? fd + 1 : fd;
  }
  spin_unlock(host, table.file_lock, kAllocFd);
  return fd < kMaxDescriptors ? static_cast<int>(fd) : -EMFILE;
}

void put_unused_fd(Host& host, std::uint32_t fd) {
  FilesTable& table = host.files.table;
  spin_lock(host, table.file_lock, kPutUnusedFd);
  mark_closed(table, fd);
  spin_unlock(host, table.file_lock, kPutUnusedFd);
}

File* alloc_empty_file(Host& host, std::uint32_t mode) {
  might_reclaim(host, kAllocEmptyFile);
  File* file = host.files.free_files;
  if (file == nullptr) return nullptr;
  host.files.free_files = file->next_free;
  *file = File{nullptr, nullptr, nullptr, 1, mode, kReadable | kWritable};
  return file;
}

void free_empty_file(Host& host, File& file) {
  file.next_free = host.files.free_files;
  host.files.free_files = &file;
}

bool same_name(const char* name, const char* component, std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i) {
    if (name[i] != component[i]) return false;
  }
  return name[length] == '\0';
}

// __d_lookup_rcu(): the dentry's index, or the count of dentries.
std::uint32_t lookup(const FileLayer& files, std::uint32_t parent, const char* component,
                     std::uint32_t length) {
  const std::uint32_t hash = name_hash(parent, component, length);
  std::uint32_t index = files.dentry_hash[dentry_bucket(hash)];
  while (index != 0) {
    const Dentry& dentry = files.dentries[index - 1];
    if (dentry.hash == hash && dentry.parent == parent && index - 1 != parent &&
        same_name(dentry.name, component, length)) {
      return index - 1;
    }
    index = dentry.hash_next;
  }
  return files.dentry_count;
}

// link_path_walk(): under rcu, without a reference on the way.
int walk_path(const FileLayer& files, Walk& walk, const char* path) {
  for (;;) {
    while (*path == '/') ++path;
    if (*path == '\0') return 0;
    const Dentry& directory = files.dentries[walk.dentry];
    if (!directory.inode.directory) return -ENOTDIR;
    if ((directory.inode.mode & 0111) == 0) return -EACCES;
    std::uint32_t length = 0;
    while (path[length] != '/' && path[length] != '\0') ++length;
    if (length >= kMaxName) return -ENAMETOOLONG;
    const std::uint32_t child = lookup(files, walk.dentry, path, length);
    if (child == files.dentry_count) return -ENOENT;
    walk.dentry = child;
    path += length;
  }
}

void get_dentry(Host& host, Dentry& dentry, Step step) {
  spin_lock(host, dentry.d_lock, step);
  ++dentry.count;
  spin_unlock(host, dentry.d_lock, step);
}

// path_put() of a path that stays referenced.
void put_path(Host& host, Dentry& dentry, Mount& mount, Step step) {
  rcu_lock(host, host.files.rcu, step);
  spin_lock(host, dentry.d_lock, step);
  --dentry.count;
  spin_unlock(host, dentry.d_lock, step);
  rcu_unlock(host, host.files.rcu, step);

  rcu_lock(host, host.files.rcu, step);
  if (mount.attached) --mount.count;
  rcu_unlock(host, host.files.rcu, step);
}

// do_dentry_open(): the file gets references of its own.
void open_dentry(Host& host, File& file, Dentry& dentry) {
  get_dentry(host, dentry, kDoDentryOpen);
  ++host.files.mount.count;
  file.dentry = &dentry;
  file.mount = &host.files.mount;
}

// path_openat()
int open_path(Host& host, File& file, const char* name) {
  FileLayer& files = host.files;
  if (*name != '/') return -ENOENT;  // no working directory here
  rcu_lock(host, files.rcu, kPathInit);
  Walk walk{files.fs.root, read_seqcount_begin(host, files.fs, kSetRoot)};
  const int error = walk_path(files, walk, name);
  if (error != 0) {
    rcu_unlock(host, files.rcu, kTerminateWalk);
    return error;
  }
  // try_to_unlazy(): from here on the walk holds references.
  Dentry& dentry = files.dentries[walk.dentry];
  ++files.mount.count;
  get_dentry(host, dentry, kLegitimizePath);
  const bool moved = walk.root_sequence != files.fs.sequence;
  rcu_unlock(host, files.rcu, kLegitimizePath);
  const bool permitted = (dentry.inode.mode & 0444) != 0;
  if (permitted && !moved) open_dentry(host, file, dentry);
  put_path(host, dentry, files.mount, kTerminateWalk);
  return moved ? -ESTALE : permitted ? 0 : -EACCES;
}

void fd_install(Host& host, std::uint32_t fd, File& file) {
  rcu_lock(host, host.files.rcu_sched, kFdInstall);
  host.files.table.file[fd] = &file;
  rcu_unlock(host, host.files.rcu_sched, kFdInstall);
}

int open_file(Host& host, const char* user_path, int flags) {
  if ((flags & O_ACCMODE) != O_RDONLY) return -EACCES;  // the tree is read-only
  char name[kMaxPathname];
  const int error = copy_path(host, name, user_path);
  if (error != 0) return error;
  const int fd = alloc_fd(host);
  if (fd < 0) return fd;
  File* file = alloc_empty_file(host, kModeRead);
  const int result = file == nullptr ? -ENFILE : open_path(host, *file, name);
  if (result != 0) {
    if (file != nullptr) free_empty_file(host, *file);
    put_unused_fd(host, static_cast<std::uint32_t>(fd));
    return result;
  }
  fd_install(host, static_cast<std::uint32_t>(fd), *file);
  return fd;
}

}  // namespace

int sys_open(Host& host, const char* path, int flags, [[maybe_unused]] std::uint32_t mode) {
  MARK_DOSED(syscall_entry, SYS_openat, AT_FDCWD, path, flags, mode);
  const int result = open_file(host, path, flags);
  MARK(syscall_exit, SYS_openat, result);
  return result;
}

}  // namespace tracetoll::host::TT_VARIANT
