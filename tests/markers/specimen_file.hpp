// The specimen executable that the build gives to the tests, read once.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "elf_file.hpp"
#include "function_table.hpp"
#include "site.hpp"

namespace tracetoll {

inline std::string path_from(const char* variable) {
  const char* path = std::getenv(variable);
  return path == nullptr ? "" : path;
}

struct Inspected {
  ElfFile file;
  FunctionTable functions;
  std::vector<Site> sites;
  std::vector<Facts> facts;

  explicit Inspected(const std::string& path)
      : file(path), functions(file), sites(read_sites(file)), facts(read_facts(file)) {}
};

// Throws, and so fails the test, when the build did not set TT_SPECIMEN.
inline const Inspected& inspected_specimen() {
  static const Inspected inspected(path_from("TT_SPECIMEN"));
  return inspected;
}

inline bool is_by_gcc(const ElfFile& file) {
  const Section* comment = file.section(".comment");
  if (comment == nullptr) return false;
  const std::string text(comment->bytes.begin(), comment->bytes.end());
  return text.find("GCC") != std::string::npos && text.find("clang") == std::string::npos;
}

// "sled_cold" of "sled_cold:750"
inline std::string header_of(const std::string& variant) {
  return variant.substr(0, variant.find(':'));
}

// "sled_cold:750" is compiled in the namespace sled_cold_750.
inline std::string namespace_of(std::string variant) {
  for (char& c : variant) c = c == ':' ? '_' : c;
  return variant;
}

}  // namespace tracetoll
