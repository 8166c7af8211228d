// Which registers hold the address of a marker, or one near it, at each instruction of a function.
//
// In a loop g++ 12 takes `lea state(%rip),%r9` out of it and loads through (%r9): the guard's load
// then names no marker. On arm64 no load names one: `adrp x0,state` gives the page and the load the
// rest, and g++ reaches several markers from one address (a section anchor: ldr w1,[x0,#288]). This
// follows such addresses along every path, and knows one only where all paths agree.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
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
  // `preserving` are functions that change no general register.
  KnownAddresses(std::span<const Instruction> code, const std::set<std::uint64_t>& addresses,
                 std::size_t entry, const std::vector<std::size_t>& orphans,
                 const Successors& successors, Machine machine = Machine::x86_64,
                 const std::set<std::uint64_t>& preserving = {});

  // The address that the memory operand of instruction i refers to: rip-relative, or through a
  // register of which it is known.
  std::optional<std::uint64_t> data_address(std::size_t i) const;

 private:
  // By register, a position in values_, from 1; 0 is unknown.
  using State = std::array<std::uint32_t, 32>;

  bool near(std::uint64_t address) const;
  std::uint32_t interned(std::uint64_t address);
  std::uint32_t result_of(const Instruction& instruction, const State& before);
  State before(std::size_t i) const;
  State after(std::size_t i);
  bool merge(std::size_t i, const State& incoming);

  std::span<const Instruction> code_;
  RegisterSet call_clobbered_;
  std::set<std::uint64_t> preserving_;
  std::size_t width_;                     // general registers of the machine
  std::vector<std::uint64_t> addresses_;  // ascending
  std::vector<std::uint64_t> values_;     // addresses near them
  std::map<std::uint64_t, std::uint32_t> position_;
  std::vector<std::uint32_t> before_;  // width_ an instruction
  std::vector<bool> reached_;
};

}  // namespace tracetoll
