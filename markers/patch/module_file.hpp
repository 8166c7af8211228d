// The file of a loaded object, read for the one thing that memory does not show: section headers.
#pragma once

#include <elf.h>

#include <cstdint>
#include <span>
#include <string>

namespace tracetoll::patch {

// A part of a loaded object's memory.
struct Segment {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  unsigned flags = 0;  // PF_R, PF_W, PF_X

  bool holds(std::uintptr_t from, std::uintptr_t to) const { return begin <= from && to <= end; }
};

// An object as it lies in memory.
struct LoadedImage {
  std::uintptr_t bias = 0;
  std::span<const Elf64_Phdr> headers;
  std::span<const Segment> segments;
};

// Where a section of a file lies relative to the object's bias; size 0: the file has none.
struct SectionPlace {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

// Finds the section `name` in `file`. Throws PatchError when the file cannot be read, is no ELF
// file of this machine, or is not the one in memory: its ELF header, program headers, notes (with
// the build id) and the section itself, which no relocation changes, are compared. A file can have
// been replaced since it was mapped.
SectionPlace find_section(const std::string& file, const char* name, const LoadedImage& image);

}  // namespace tracetoll::patch
