// The sites of an executable, found by the records that markers leave in the section tt_sites, and
// the machine code at each: what runs there while the marker is dormant, and what its guard guards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "code_count.hpp"
#include "elf_file.hpp"

namespace tracetoll {

// How a site is switched on: the kinds of struct tt_site (marker.h).
enum class SwitchedBy : std::int32_t { nothing, state, stub, jump, immediate, flag };

struct Site {
  std::string name;
  std::string variant;
  std::string function;    // demangled; that of a .cold part is its parent's
  std::uint64_t code = 0;  // the record's range: what the variant itself emits
  std::uint64_t code_end = 0;
  std::uint64_t marker = 0;  // 0: the variant has none
  std::string arguments;     // where they are, as the record says (operands.h)
  std::uint64_t target = 0;  // what its NOP is patched to jump to, or what its guard reads; or 0
  SwitchedBy kind = SwitchedBy::nothing;
  CodeCount emitted;                            // what lies in [code, code_end)
  CodeCount hot;                                // what runs while dormant: guard, NOP, sled or call
  std::string hot_code;                         // its mnemonics: "mov test jne", "nop x 750"
  std::uint64_t hot_begin = 0;                  // its first byte
  std::vector<std::uint64_t> hot_instructions;  // their addresses; see below
  std::optional<CodeCount> body;  // what is guarded, with the moves and the jump of the compiler
  int guards = 0;                 // copies of the guard that lead to the body; `hot` counts one
  int inline_guards = 0;          // of them, those that the body follows at once: they jump over it
  std::vector<std::uint64_t> body_instructions;  // their addresses, ascending
  std::uint64_t body_begin = 0;                  // where the guard leads
  bool body_in_cold_part = false;
  bool body_shared = false;  // some of it also belongs to another marker's body
  std::string problem;       // what could not be decoded; empty if all was
};
// A guard's copies are in the hot_instructions of the first of the sites that share its body: those
// of all sites of a function are what its sites put on the hot path, and never many times as much.

// Throws InputError where a record points at something that cannot be a site. A file without
// records has no sites.
std::vector<Site> read_sites(const ElfFile& file);

// What a variant declares of itself: struct tt_facts of markers/marker.h.
struct Facts {
  static constexpr int kCompiled = -1;  // TT_COMPILED
  static constexpr int kVaries = -2;    // TT_VARIES

  std::string variant;
  int hot_bytes_min = 0;
  int hot_bytes_max = 0;
  int hot_loads = 0;
  int hot_branches = 0;
  int hot_calls = 0;
  int body_bytes = 0;
  int body_calls = 0;
  int body_inline = 0;
  int clobbers = 0;

  bool guarded() const { return hot_branches != 0; }
  bool operator==(const Facts&) const = default;
};

// The section tt_facts, each variant once. Throws InputError if two declarations contradict.
std::vector<Facts> read_facts(const ElfFile& file);

// What of the declared facts is not so at this site; empty if all is. Two facts are left out:
// `clobbers` cannot be seen at a site, its effect is on the function (code_shape.hpp); and where
// the body lies is the compiler's choice, which placed_as_declared() reads.
std::vector<std::string> check_site(const Site& site, std::span<const Facts> facts);

// Does the guarded body lie where the variant wants it: in line (body_inline is 1: after one of the
// guard's copies at least) or out of line (after not all of them)? True for a site without a body.
// Compilers do otherwise at some sites: an arm that ends a loop, a path that is unlikely by itself.
bool placed_as_declared(const Site& site, std::span<const Facts> facts);

}  // namespace tracetoll
