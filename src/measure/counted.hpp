// What a layout executable says while it is counted: one line of JSON for each variant of each
// workload, after its dumps.
#pragma once

#include <cstdint>
#include <string>

namespace tracetoll {

// Callgrind's dumps of it are named dump_name(index, k) for k = 0, `operations` and twice as many.
struct Counted {
  std::string workload;  // empty for the loop over an operation that does nothing
  std::string variant;
  int index = 0;
  std::int64_t operations = 0;
  std::string failure;  // why it was not counted; empty when it was
};

std::string dump_name(int index, std::int64_t operations);  // "7 32"

std::string to_json(const Counted& counted);
// Throws a JSON exception for a line that is none of these.
Counted counted_from_json(const std::string& text);

// An operation that does nothing executes this, its ret included. What the same loop takes with it,
// less this, is the loop's own.
inline constexpr int kNothingInstructions = 2;
#ifdef __x86_64__
inline constexpr int kNothingLoads = 1;  // ret reads the return address
#else
inline constexpr int kNothingLoads = 0;
#endif

}  // namespace tracetoll
