// Functions made by hand, for tests that compare two of them.
#pragma once

#include <string>
#include <utility>

#include "twin.hpp"

namespace tracetoll {

// A function with some of its shape changed: made([](TwinFunction& f) { f.shape.hot.saves = 2; }).
template <class Change>
TwinFunction made(Change change) {
  TwinFunction function;
  change(function);
  return function;
}

inline void add_callee(TwinFunction& function, std::uint64_t site, const char* name,
                       bool tail = false, bool cold = false) {
  function.shape.callees.push_back({site, 0x9000, tail, cold});
  function.callees.push_back(name);
  if (!cold) (tail ? function.shape.hot.tail_calls : function.shape.hot.calls)++;
}

inline void add_loop(TwinFunction& function, std::uint64_t head, int depth, int unroll,
                     int vector_instructions = 0) {
  Loop loop;
  loop.head = head;
  loop.depth = depth;
  loop.unroll = unroll;
  loop.vector_instructions = vector_instructions;
  function.shape.loops.push_back(loop);
}

inline Instruction& add_instruction(TwinFunction& function, std::uint64_t address, int size) {
  Instruction instruction;
  instruction.address = address;
  instruction.size = size;
  function.code.push_back(instruction);
  return function.code.back();
}

// As `count` guards of mov, test and jne would be.
inline void add_guards(TwinFunction& function, int count) {
  function.sites.sites += count;
  function.sites.instructions += 3 * count;
  function.sites.bytes += 10 * count;
  function.sites.conditional_branches += count;
}

inline TwinSide side(std::string file, TwinFunction function) {
  return {std::move(file), Machine::x86_64, std::move(function)};
}

}  // namespace tracetoll
