// What of a function runs while its markers are dormant, and what a site's guard guards.
//
// The compiler writes guards and bodies, merges the ends of bodies (clang: two arms of an `if` that
// end in the same call), and puts bodies at the function's end, into its .cold part or between hot
// code. So a body is not a range of addresses but what control reaches from the guard and does not
// reach while every guard says no.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "disassembly.hpp"
#include "function_table.hpp"

namespace tracetoll {

class KnownAddresses;

// Where a site leaves the hot path: a guard, or the NOP of a static key.
struct Exit {
  std::uint64_t marker = 0;               // what it reads: see Guards
  std::uint64_t entry = 0;                // the load, or the NOP
  std::vector<Instruction> instructions;  // load, test and jump, in order; the NOP. On arm64 also
                                          // what computes the load's address in front of it
  std::uint64_t body = 0;                 // where the body starts
  std::uint64_t back = 0;                 // where the hot path goes on
};

// What the guards of a function's sites read: markers, or other variables of 1, 2 or 4 bytes.
struct Guards {
  std::set<std::uint64_t> variables;
  // Pointers to a variable of one byte, which is read through them; each with what stands for it as
  // the guard's `marker`, since many pointers lead to one byte.
  std::map<std::uint64_t, std::uint64_t> pointers;
  // Guards whose value is a constant in the code: its address and the marker.
  std::map<std::uint64_t, std::uint64_t> immediates;
  std::set<std::uint64_t> shared;      // variables that guard more than one marker
  std::set<std::uint64_t> preserving;  // functions that keep every general register
};

class GuardFlow {
 public:
  // `code` is FunctionTable::decode(function). Finds the guards by their loads. `keys` are the
  // exits that the code does not show; `sites` are addresses where bytes of a site start, so that
  // its NOPs are not taken for padding.
  GuardFlow(Machine machine, const Function& function, std::vector<Instruction> code,
            const Guards& guards, std::vector<Exit> keys, const std::set<std::uint64_t>& sites);

  // False for code that was made to cost time: bodies that share the same code without end. Nothing
  // else may be asked then.
  bool tractable() const { return tractable_; }

  std::span<const Exit> exits() const { return exits_; }
  // The exit at whose NOP the key of a site lies, or the guard of the marker with `address` in its
  // body. A record without bytes may lie at the body's end, where something else goes on.
  const Exit* exit_of(std::uint64_t address, std::uint64_t marker) const;
  // The guard that begins at an address.
  const Exit* exit_from(std::uint64_t address) const;
  std::vector<const Instruction*> body(const Exit& exit) const;  // by address
  bool shared(const Exit& exit) const;  // some of its body belongs to another marker's body too
  // It and the other exits on the hot path with its marker and its body: the compiler may copy a
  // guard, once for each case of a switch (clang).
  std::vector<const Exit*> copies(const Exit& exit) const;
  // From `address` along direct jumps to the first direct call of `callee`, or a jump there; at
  // most 256 instructions.
  std::optional<Instruction> next_call(std::uint64_t address, std::uint64_t callee) const;
  bool hot(const Exit& exit) const;
  bool leaves(const Instruction& instruction) const;  // a jump out of the function: a tail call

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t index_of(std::uint64_t address) const;
  void add_exits(std::vector<Exit> exits);
  std::vector<Exit> find_guards(const Guards& guards, const KnownAddresses& known) const;
  std::vector<Exit> guards_at(std::size_t load, std::uint64_t marker) const;
  std::vector<Exit> guards_through(std::size_t load, std::uint64_t marker) const;
  bool stops_body(std::size_t i, const Exit& exit) const;
  std::vector<Instruction> address_of(std::size_t load) const;
  std::vector<std::size_t> successors(std::size_t i, bool dormant) const;
  std::vector<std::size_t> orphans(const std::set<std::uint64_t>& sites) const;
  void flood_hot(std::vector<std::size_t> open);
  void flood_bodies();

  Machine machine_;
  const Function& function_;
  std::vector<Instruction> code_;
  std::vector<Exit> exits_;
  std::map<std::uint64_t, std::size_t> exit_at_;  // by the address of its last instruction
  std::multimap<std::uint64_t, std::size_t> exits_of_marker_;
  std::map<std::uint64_t, std::size_t> guarded_;  // by the address of its first instruction
  std::set<std::uint64_t> shared_variables_;
  std::set<std::uint64_t> entries_;  // where bodies start
  std::set<std::uint64_t> targets_;  // of direct jumps
  std::vector<bool> hot_;
  std::vector<std::set<std::size_t>> bodies_;  // of each exit
  std::vector<std::uint64_t> owner_;           // of each instruction: a marker whose body holds it
  std::vector<bool> shared_;                   // two markers' bodies do
  bool tractable_ = true;
};

}  // namespace tracetoll
