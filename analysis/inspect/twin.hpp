// The twin difference: one function in two builds, figure by figure, and why.
//
// "before" is the baseline, the file of --against, usually the build without the marker; "after" is
// the file that is inspected. A difference is after minus before, so a positive one is what the
// marker costs. Differences may be negative: a loop that is no longer unrolled makes code shorter.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "function_shape.hpp"
#include "function_table.hpp"
#include "instruction.hpp"
#include "site.hpp"

namespace tracetoll {

// What the sites of a function themselves put on its hot path: guards, NOPs, calls; and apart from
// that, what is there for their operands alone.
struct SiteFigures {
  int sites = 0;
  int unread = 0;  // of them, those whose code could not be read: they are in no figure below
  int bytes = 0;
  int instructions = 0;
  int conditional_branches = 0;  // one a guard
  int calls = 0;
  int nops = 0;
  int others = 0;  // of the instructions, those without a guard that are no NOP and no call: jumps
  int operand_bytes = 0;
  int operand_instructions = 0;
  int off_hot_instructions = 0;  // of all these, off the hot path; in no figure above
};

// One function of one build, as twin_function() makes it.
struct TwinFunction {
  FunctionShape shape;
  // Names of shape.callees, in its order; empty: it has no symbol. Calls and jumps through a slot
  // of the global offset table are among them ("h@got"), behind the direct ones.
  std::vector<std::string> callees;
  // By address. `saved` and `restored` are those of register_saves.hpp.
  std::vector<Instruction> code;
  std::set<std::uint64_t> guarded;       // instructions that only bodies of sites reach
  std::set<std::uint64_t> of_sites;      // instructions that sites are made of
  std::set<std::uint64_t> for_operands;  // those that are there for the sites' operands alone
  std::vector<CodeRange> cold;           // Function::parts without the first, and what else is cold
  SiteFigures sites;
  // As shape.frame_bytes, of the hot path; nothing where a drop on it may be unknown.
  std::optional<std::int64_t> hot_frame_bytes;
  // Of each of shape.loops: the mnemonics of its body, without those of inner loops, of sites and
  // of jumps. By these the loops of two builds are told to be alike.
  std::vector<std::set<std::string>> loop_bodies;
  std::vector<std::uint64_t> indirect_tails;  // hot jumps out of the function without a name

  bool hot(const Instruction& instruction) const;
};

struct TwinSide {
  std::string file;
  Machine machine = Machine::x86_64;
  std::optional<TwinFunction> function;  // none: the file has no function of that name
};

struct TwinFigure {
  std::string name;  // the key in JSON, "hot_cache_lines"; printed with spaces
  std::int64_t before = 0;
  std::int64_t after = 0;

  std::int64_t difference() const { return after - before; }
};

// Every figure of the shape, of the hot path first.
std::vector<TwinFigure> twin_figures(const FunctionShape& before, const FunctionShape& after);

enum class CauseKind {
  entry_saves,
  saves,
  spills,
  frame,
  unrolling,
  vectorisation,
  conditional_move,
  tail_call,
  inlining,
  calls,
  size,
  out_of_line,
};
const char* name_of(CauseKind kind);  // as in JSON

// Whether the function after has more to do, less, or it depends.
enum class Toll { more, less, open };
const char* name_of(Toll toll);

struct TwinCause {
  CauseKind kind = CauseKind::size;
  Toll toll = Toll::open;
  std::string words;                  // one sentence about the function, without a full stop
  std::vector<std::uint64_t> before;  // addresses of the instructions that show it, in either file
  std::vector<std::uint64_t> after;
};

struct Twin {
  std::string function;
  std::string before_file;
  std::string after_file;
  bool in_before = false;
  bool in_after = false;
  std::vector<TwinFigure> figures;  // empty, as are causes, unless it is in both
  std::vector<TwinCause> causes;
  std::vector<std::string> notes;  // what the figures leave out
};

// Throws InputError if the files are for different machines.
Twin twin(const std::string& function, const TwinSide& before, const TwinSide& after);

}  // namespace tracetoll
