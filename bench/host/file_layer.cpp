#include "host/file_layer.hpp"

#include <cstring>
#include <string_view>

namespace tracetoll::host {
namespace {

std::uint32_t add_dentry(FileLayer& layer, std::uint32_t parent, std::string_view name,
                         bool directory) {
  const std::uint32_t index = layer.dentry_count++;
  Dentry& dentry = layer.dentries[index];
  init_lock_map(dentry.d_lock.map, layer.keys.d_lock, "d_lock");
  dentry.count = 1;
  dentry.hash = name_hash(parent, name.data(), static_cast<std::uint32_t>(name.size()));
  dentry.parent = parent;
  dentry.inode = Inode{directory ? 0555U : 0444U, directory, {}};
  std::memcpy(dentry.name, name.data(), name.size());
  std::uint32_t& bucket = layer.dentry_hash[dentry_bucket(dentry.hash)];
  dentry.hash_next = bucket;
  bucket = index + 1;
  return index;
}

void add_path(FileLayer& layer, std::string_view path) {
  std::uint32_t parent = layer.fs.root = add_dentry(layer, 0, "/", true);
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = path.find('/');
    parent = add_dentry(layer, parent, path.substr(0, end), end != std::string_view::npos);
    path.remove_prefix(end == std::string_view::npos ? path.size() : end);
  }
}

}  // namespace

void init_file_layer(FileLayer& layer) {
  LockKeys& keys = layer.keys;
  init_lock_map(layer.rcu, keys.rcu, "rcu_read_lock");
  init_lock_map(layer.rcu_sched, keys.rcu_sched, "rcu_read_lock_sched");
  init_lock_map(layer.rcu_callback, keys.rcu_callback, "rcu_callback");
  init_lock_map(layer.fs_reclaim, keys.fs_reclaim, "fs_reclaim");
  init_lock_map(layer.mmap_lock, keys.mmap_lock, "mmap_lock");
  init_lock_map(layer.fs.seq_map, keys.fs_seq, "fs->seq");
  init_lock_map(layer.pi_lock.map, keys.pi_lock, "pi_lock");
  init_lock_map(layer.table.file_lock.map, keys.file_lock, "file_lock");
  layer.mount.count = 1;
  layer.mount.attached = true;
  layer.table.count = 2;
  add_path(layer, kSimulatedPath);
  for (std::uint32_t i = kMaxDescriptors; i-- > 0;) {
    layer.files[i].next_free = layer.free_files;
    layer.free_files = &layer.files[i];
  }
}

File* take_file(FileLayer& layer, std::uint32_t mode, std::uint32_t events) {
  File* file = layer.free_files;
  if (file == nullptr) return nullptr;
  layer.free_files = file->next_free;
  Dentry& dentry = layer.dentries[layer.dentry_count - 1];
  ++dentry.count;
  ++layer.mount.count;
  *file = File{nullptr, &dentry, &layer.mount, 1, mode, events};
  return file;
}

void put_file(FileLayer& layer, File& file) {
  if (--file.count != 0) return;
  --file.dentry->count;
  --file.mount->count;
  file = File{};
  file.next_free = layer.free_files;
  layer.free_files = &file;
}

void install_at(FileLayer& layer, std::uint32_t fd, File& file) {
  ++file.count;
  layer.table.file[fd] = &file;
  mark_open(layer.table, fd);
}

void remove_at(FileLayer& layer, std::uint32_t fd) {
  File* file = layer.table.file[fd];
  if (file == nullptr) return;
  layer.table.file[fd] = nullptr;
  mark_closed(layer.table, fd);
  put_file(layer, *file);
}

}  // namespace tracetoll::host
