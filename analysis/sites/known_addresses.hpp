// Which registers hold the address of a marker, at each instruction of a function.
//
// In a loop g++ 12 takes `lea state(%rip),%r9` out of it and loads through (%r9): the guard's load
// then names no marker. This follows such addresses along every path, and knows one only where all
// paths agree.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "disassembly.hpp"

namespace tracetoll {

class KnownAddresses {
 public:
  using Successors = std::function<std::vector<std::size_t>(std::size_t)>;

  // `orphans` are instructions without a known predecessor. Where the function has an indirect jump
  // they are taken for its targets. (A landing pad among them would be taken for one too.)
  KnownAddresses(std::span<const Instruction> code, const std::set<std::uint64_t>& addresses,
                 std::size_t entry, const std::vector<std::size_t>& orphans,
                 const Successors& successors);

  // The address that the memory operand of instruction i refers to: rip-relative, or through a
  // register that is known to hold one of `addresses`.
  std::optional<std::uint64_t> data_address(std::size_t i) const;

 private:
  // By register, a position in addresses_, from 1; 0 is unknown.
  using State = std::array<std::uint32_t, 16>;

  State after(std::size_t i) const;
  bool merge(std::size_t i, const State& incoming);

  std::span<const Instruction> code_;
  std::vector<std::uint64_t> addresses_;
  std::vector<State> before_;
  std::vector<bool> reached_;
};

}  // namespace tracetoll
