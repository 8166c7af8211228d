// What a compiler may have changed in a function, as values: the two sides of a comparison of
// twins.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "twin_causes.hpp"
#include "twin_parts.hpp"

namespace tracetoll {

using Change = std::function<void(TwinFunction&)>;

inline std::vector<TwinCause> causes_of(const Change& before, const Change& after) {
  return twin_causes(made(before), made(after), Machine::x86_64);
}

inline const Change kNothing = [](TwinFunction&) {};

inline const Change kShrinkWrapped = [](TwinFunction& f) {
  f.shape.hot.saves = 2;
  f.shape.early_exit = true;
};
inline const Change kSavesAtEntry = [](TwinFunction& f) {
  f.shape.hot.saves = 2;
  f.shape.entry_saves = 2;
};

inline Change moves_and_branches(int moves, int branches, int guards) {
  return [=](TwinFunction& f) {
    f.shape.hot.conditional_moves = moves;
    f.shape.hot.conditional_branches = branches;
    add_guards(f, guards);
  };
}

inline Change stack(int loads, int stores) {
  return [=](TwinFunction& f) {
    f.shape.hot.stack_loads = loads;
    f.shape.hot.stack_stores = stores;
  };
}

inline Change loops(std::vector<Loop> loops) {
  return [loops = std::move(loops)](TwinFunction& f) { f.shape.loops = loops; };
}
inline Loop loop(int unroll, int vectors = 0, int depth = 1) {
  return {.head = 0x1000, .depth = depth, .unroll = unroll, .vector_instructions = vectors};
}

// A loop at 0x1000, 0x1010 and so on with these mnemonics in its body.
struct Bodied {
  int unroll;
  std::set<std::string> body;
  int vectors = 0;
};
inline Change bodies(std::vector<Bodied> loops) {
  return [loops = std::move(loops)](TwinFunction& f) {
    for (const Bodied& one : loops) {
      add_loop(f, 0x1000 + 0x10 * f.shape.loops.size(), 1, one.unroll, one.vectors);
      f.loop_bodies.push_back(one.body);
    }
  };
}
inline const std::set<std::string> kSum = {"add", "cmp"};
inline const std::set<std::string> kCopy = {"mov", "inc", "xor", "shl"};

inline Change frame(std::int64_t bytes, std::optional<std::int64_t> hot) {
  return [=](TwinFunction& f) {
    f.shape.frame_bytes = bytes;
    f.hot_frame_bytes = hot;
  };
}

// Calls and jumps of which nobody knows the callee.
inline Change indirect(int calls, int jumps) {
  return [=](TwinFunction& f) {
    f.shape.hot.calls += calls;
    f.shape.hot.tail_calls += jumps;
  };
}

inline Change both(Change first, Change second) {
  return [=](TwinFunction& f) {
    first(f);
    second(f);
  };
}

inline Change hot(int instructions, int bytes, int guards) {
  return [=](TwinFunction& f) {
    f.shape.hot.instructions = f.shape.total.instructions = instructions;
    f.shape.hot.bytes = f.shape.total.bytes = bytes;
    add_guards(f, guards);
  };
}

inline Change callee(const char* name, int instructions, bool tail = false, bool cold = false) {
  return [=](TwinFunction& f) {
    if (*name != 0) add_callee(f, 0x1000, name, tail, cold);
    f.shape.total.instructions = instructions;
  };
}

}  // namespace tracetoll
