#include "loaded_objects.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace tracetoll::patch {
namespace {

// Called with the dynamic linker's lock: nothing here may call it.
int add_object(dl_phdr_info* info, std::size_t, void* data) {
  auto& all = *static_cast<LoadedObjects*>(data);
  all.loads = info->dlpi_adds;
  all.unloads = info->dlpi_subs;
  LoadedObject object;
  object.name = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  object.bias = info->dlpi_addr;
  object.headers = {info->dlpi_phdr, info->dlpi_phnum};
  for (const Elf64_Phdr& header : object.headers) {
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = object.bias + header.p_vaddr;
    object.segments.push_back({begin, begin + header.p_memsz, header.p_flags});
  }
  // The kernel's own object (linux-vdso.so.1) has no path, and no sites.
  if (object.name.empty() ? all.objects.empty() : object.name.find('/') != std::string::npos)
    all.objects.push_back(std::move(object));
  return 0;
}

}  // namespace

LoadedObjects loaded_objects() {
  LoadedObjects all;
  ::dl_iterate_phdr(add_object, &all);
  return all;
}

void Pins::Close::operator()(void* handle) const {
  ::dlclose(handle);
}

Pins::Pins() {
  for (const LoadedObject& object : loaded_objects().objects) {
    if (object.name.empty()) continue;
    if (void* handle = ::dlopen(object.name.c_str(), RTLD_LAZY | RTLD_NOLOAD); handle != nullptr)
      handles_.emplace_back(handle);
  }
}

bool Pins::hold(const LoadedObject& object) const {
  if (object.name.empty()) return true;
  return std::ranges::any_of(handles_, [&](const auto& handle) {
    const auto* map = static_cast<const link_map*>(handle.get());
    return map->l_addr == object.bias && object.name == map->l_name;
  });
}

}  // namespace tracetoll::patch
