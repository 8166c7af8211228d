// The stack of DWARF's expressions, and the operations that need nothing else.
#pragma once

#include <elfutils/libdw.h>

#include <vector>

#include "word.hpp"

namespace tracetoll::patch {

class ExpressionStack {
 public:
  bool empty() const { return words_.empty(); }
  void push(Word word);
  Word pop();  // throws Missing when there is none
  // Does what the operation says, and returns true; false for one that is not known here. Throws
  // Missing where the result is none that a stub could compute.
  bool step(const Dwarf_Op& operation);

 private:
  Word& at(std::size_t from_top);
  void binary(int atom);

  std::vector<Word> words_;
};

}  // namespace tracetoll::patch
