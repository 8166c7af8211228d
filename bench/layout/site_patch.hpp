// The sites of one variant, whose bytes can be written while the program runs: the same functions
// at the same addresses with other bytes at the sites, so that no layout comes between the two.
//
// Written through /proc/self/mem: the text is never writable, and the page that we run in may be
// among those that change. The process must have one thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nop_bytes.hpp"
#include "unique_fd.hpp"

namespace tracetoll {

class SitePatch {
 public:
  // Finds the sites of `variant` by their records. Throws StageError when there is none, when one
  // is not NOPs alone, and where the text cannot be written.
  explicit SitePatch(std::string_view variant);

  // Writes every site: a form of kPatchForms, or "" for the bytes that were compiled. Always
  // writes, also what is there already, so that every block of a family comes after the same
  // disturbance.
  void write(std::string_view form);

 private:
  struct Place {
    std::uintptr_t address;
    Bytes compiled;
  };

  std::vector<Place> places_;
  UniqueFd memory_;
};

}  // namespace tracetoll
