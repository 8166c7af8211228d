#include "patching.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "function_shape.hpp"

namespace tracetoll {

namespace {

Patching judge_write(std::uint64_t address, std::uint64_t size) {
  if (!straddles(address, size, 8)) return {Patchable::one_write, "inside 8 aligned bytes"};
  if (!straddles(address, size, kCacheLine))
    return {Patchable::one_write_on_intel, "crosses 8 bytes, inside a line"};
  return {Patchable::breakpoint, "crosses a cache line"};
}

}  // namespace

const char* name_of(Patchable how) {
  switch (how) {
    case Patchable::one_write:
      return "one_write";
    case Patchable::one_write_on_intel:
      return "one_write_on_intel";
    case Patchable::breakpoint:
      return "breakpoint";
    case Patchable::no:
      return "no";
    case Patchable::flag:
      return "flag";
    case Patchable::unknown:
      break;
  }
  return "unknown";
}

bool straddles(std::uint64_t address, std::uint64_t size, std::uint64_t boundary) {
  return size > 1 && address / boundary != (address + size - 1) / boundary;
}

Patching judge_patching(Machine machine, std::span<const Instruction> code) {
  const Instruction& first = code.front();
  if (first.unknown) return {Patchable::unknown, "bytes that are no instruction"};
  const bool passes_rest =
      code.size() > 1 &&
      (first.flow == Flow::ret || (first.flow == Flow::jump && first.target == code.back().end()));
  if (code.size() > 1 && !passes_rest)
    return {Patchable::no, fmt::format("{} instructions", code.size())};
  if (machine == Machine::arm64) return {Patchable::one_write, "a word of its own"};
  if (!passes_rest) return judge_write(first.address, static_cast<std::uint64_t>(first.size));
  Patching result = judge_write(first.address, 2);
  result.why = "its first two bytes, " + result.why;
  return result;
}

}  // namespace tracetoll
