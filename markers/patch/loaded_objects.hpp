// The objects that the dynamic linker has loaded: the program itself and its shared objects.
#pragma once

#include <link.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "module_file.hpp"

namespace tracetoll::patch {

struct LoadedObject {
  std::string name;  // the dynamic linker's; empty for the program itself
  std::uintptr_t bias = 0;
  std::span<const Elf64_Phdr> headers;  // in memory as long as the object is
  std::vector<Segment> segments;        // PT_LOAD

  LoadedImage image() const { return {bias, headers, segments}; }
};

struct LoadedObjects {
  std::vector<LoadedObject> objects;
  unsigned long long loads = 0;    // so many were ever loaded
  unsigned long long unloads = 0;  // and unloaded
};

LoadedObjects loaded_objects();

// Keeps every object that is loaded now from being unloaded: a reference to each, as dlopen takes.
//
// To be taken before our mutex and dropped after it. The dynamic linker runs constructors and
// destructors of objects, which may call us, with its own lock held, and takes that lock for
// dlopen.
class Pins {
 public:
  Pins();

  bool hold(const LoadedObject& object) const;

 private:
  struct Close {
    void operator()(void* handle) const;
  };
  std::vector<std::unique_ptr<void, Close>> handles_;
};

}  // namespace tracetoll::patch
