// The arguments of sites of a loaded object, found through the debug information of its file: for a
// probe that is attached to a site without operands (patch_dwarf.h).
//
// Built without libdw, nothing is found, and the message says so (find_arguments_absent.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../argument.hpp"

namespace tracetoll::patch {

class ArgumentFinder {
 public:
  // Opens nothing yet. `path` is the object's file, which is the one that is loaded; `bias` what
  // was added to its addresses; `debug_root` where debug files of installed programs lie. A
  // separate debug file is looked for by build ID and by .gnu_debuglink, never over the network.
  ArgumentFinder(std::string path, std::uintptr_t bias, std::string debug_root = "/usr/lib/debug");
  ~ArgumentFinder();
  ArgumentFinder(const ArgumentFinder&) = delete;
  ArgumentFinder& operator=(const ArgumentFinder&) = delete;

  // Those of the site at `address` that stand at the positions `missing` of the `count` arguments
  // in its source text, in the order of `missing`. `site` names it in messages. Throws PatchError
  // that names every argument of the site that cannot be found, with what to do.
  std::vector<Argument> find(const std::string& site, std::uintptr_t address,
                             const std::string& source, std::size_t count,
                             const std::vector<std::size_t>& missing);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tracetoll::patch
