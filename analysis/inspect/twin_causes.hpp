// Why one function differs between two builds, as far as its code alone shows it.
//
// A cause is claimed only where the code of both builds shows it, and says no more than that: which
// of two readings is right (inlined or removed) is left open. What the sites' own guards and NOPs
// explain is said beside it. Whether any of it costs time is for measuring to say.
#pragma once

#include <vector>

#include "twin.hpp"

namespace tracetoll {

// In the order of CauseKind; empty where nothing differs.
std::vector<TwinCause> twin_causes(const TwinFunction& before, const TwinFunction& after,
                                   Machine machine);

// Its parts, each of which adds its causes, if any.
void add_register_causes(const TwinFunction& before, const TwinFunction& after, Machine machine,
                         std::vector<TwinCause>& causes);
void add_loop_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes);
void add_flow_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes);
void add_call_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes);
void add_size_causes(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes);

// "1 loop", "2 loops"; "3 branches".
std::string counted(std::int64_t count, std::string_view noun);
// "2 loops more", "1 loop fewer".
std::string changed(std::int64_t difference, std::string_view noun);
Toll toll_of(std::int64_t difference);

// As many loops, of the same depths, unrolled alike and with as many vector instructions, and as
// many instructions that repeat themselves (rep stos). Elsewhere a count of instructions says
// little of how many run.
bool same_loops(const TwinFunction& before, const TwinFunction& after);

// Addresses of the hot instructions that satisfy the predicate.
template <class Predicate>
std::vector<std::uint64_t> hot_addresses(const TwinFunction& function, Predicate predicate) {
  std::vector<std::uint64_t> result;
  for (const Instruction& instruction : function.code) {
    if (predicate(instruction) && function.hot(instruction)) result.push_back(instruction.address);
  }
  return result;
}

}  // namespace tracetoll
