// A cause that the code does not show would send people to repair what is not broken; one that is
// shown and not named leaves them without a reason. Each row of the table is one such danger.
#include "twin_causes.hpp"

#include <gtest/gtest.h>

#include "twin_changes.hpp"

namespace tracetoll {
namespace {

std::vector<std::string> told(const std::vector<TwinCause>& causes) {
  std::vector<std::string> result;
  for (const TwinCause& cause : causes) {
    result.push_back(std::string(name_of(cause.kind)) + " " + name_of(cause.toll));
  }
  return result;
}

struct Row {
  const char* danger;
  Change before;
  Change after;
  std::vector<std::string> causes;
};

const Row kRows[] = {
    {"equal functions have no cause", kSavesAtEntry, kSavesAtEntry, {}},

    {"saves moved to the entry are the loss of shrink-wrapping, and no more saves",
     kShrinkWrapped,
     kSavesAtEntry,
     {"entry_saves more"}},
    {"saves where there were none are told once", kNothing, kSavesAtEntry, {"entry_saves more"}},
    {"shrink-wrapping can be won", kSavesAtEntry, kShrinkWrapped, {"entry_saves less"}},
    {"more saves in an arm are not saves on every path",
     kShrinkWrapped,
     [](TwinFunction& f) {
       kShrinkWrapped(f);
       f.shape.hot.saves = 4;
     },
     {"saves more"}},
    {"saves in an arm beside those at the entry are told too",
     kNothing,
     [](TwinFunction& f) {
       kSavesAtEntry(f);
       f.shape.hot.saves = 3;
     },
     {"entry_saves more", "saves more"}},

    {"spills", stack(0, 0), stack(2, 1), {"spills more"}},
    {"fewer spills", stack(2, 1), stack(1, 1), {"spills less"}},
    {"one read more for one write less is neither more nor less",
     stack(1, 2),
     stack(2, 1),
     {"spills open"}},
    {"spills off the hot path cost a dormant site nothing",
     kNothing,
     [](TwinFunction& f) { f.shape.total.stack_loads = 5; },
     {}},

    {"spills of copies of a body are no more spills that run",
     both(stack(1, 0), loops({loop(1)})),
     both(stack(4, 0), loops({loop(4)})),
     {"spills open", "unrolling less"}},

    {"the frame grew", frame(8, 8), frame(72, 72), {"frame more"}},
    {"a push of a cold part costs the hot path nothing", frame(0, 0), frame(8, 0), {"frame open"}},
    {"nobody knows how deep the hot path goes", frame(0, 0), frame(8, {}), {"frame open"}},
    {"the hot path went deeper, where the cold part did before",
     frame(72, 8),
     frame(72, 72),
     {"frame more"}},
    {"the size of a frame that varies is not a number to compare",
     [](TwinFunction& f) { f.shape.frame_bytes = 72; },
     [](TwinFunction& f) {
       f.shape.frame_bytes = 8;
       f.shape.variable_frame = true;
     },
     {"frame more"}},

    {"a loop lost its unrolling", loops({loop(4)}), loops({loop(1)}), {"unrolling more"}},
    {"a loop got unrolled", loops({loop(1)}), loops({loop(4)}), {"unrolling less"}},
    {"a loop lost its vectors", loops({loop(1, 6)}), loops({loop(1)}), {"vectorisation more"}},
    {"fewer vector instructions are still vectors", loops({loop(1, 6)}), loops({loop(1, 2)}), {}},
    {"of two loops the second lost its unrolling",
     loops({loop(1), loop(8)}),
     loops({loop(1), loop(1)}),
     {"unrolling more"}},
    {"an unrolled loop has a second one for the rest",
     bodies({{4, kSum}, {1, kSum}}),
     bodies({{1, kSum}}),
     {"unrolling more"}},
    {"an unrolled loop that is gone beside another lost no unrolling",
     bodies({{4, kCopy}, {1, kSum}}),
     bodies({{1, kSum}}),
     {}},
    {"nobody knows whether the unrolled one of two is the one that is left",
     loops({loop(4), loop(1)}),
     loops({loop(1)}),
     {"unrolling open"}},
    {"a loop that is unrolled more hides none that lost it",
     bodies({{4, kSum}, {1, kCopy}}),
     bodies({{1, kSum}, {8, kCopy}}),
     {"unrolling more", "unrolling less"}},
    {"nor where a loop for the rest was split off it",
     bodies({{4, kSum}, {1, kSum}, {2, kCopy}, {1, kCopy}}),
     bodies({{1, kSum}, {8, kCopy}, {1, kCopy}}),
     {"unrolling more", "unrolling less"}},
    {"of two loops that look the same either may be the first",
     bodies({{4, kSum}, {1, kSum}}),
     bodies({{1, kSum}, {8, kSum}}),
     {"unrolling open"}},
    {"two loops that changed places lost nothing",
     bodies({{4, kSum}, {1, kSum}, {1, kSum}}),
     bodies({{1, kSum}, {4, kSum}, {1, kSum}}),
     {}},
    {"a vectorised loop has a second one for the rest",
     bodies({{1, {"paddd"}, 6}, {1, kSum}}),
     bodies({{1, kSum}}),
     {"vectorisation more"}},
    {"a vectorised loop that is gone beside another lost no vectors",
     bodies({{1, {"paddd"}, 6}, {1, kCopy}}),
     bodies({{1, kSum}}),
     {"vectorisation open"}},
    {"a loop that is gone was not left rolled up", loops({loop(4)}), kNothing, {}},
    {"an inner loop is not compared with an outer one",
     loops({loop(4, 0, 2)}),
     loops({loop(1, 0, 1)}),
     {}},

    {"a choice became a branch",
     moves_and_branches(2, 1, 0),
     moves_and_branches(1, 3, 1),
     {"conditional_move open"}},
    {"a guard is no branch that a choice became",
     moves_and_branches(2, 1, 0),
     moves_and_branches(1, 2, 1),
     {}},
    {"a choice that is gone became no branch",
     moves_and_branches(2, 1, 0),
     moves_and_branches(1, 1, 0),
     {}},
    {"a branch became a choice",
     moves_and_branches(0, 2, 0),
     moves_and_branches(1, 1, 0),
     {"conditional_move open"}},
    {"guards hide a branch that became a choice",
     moves_and_branches(0, 2, 0),
     moves_and_branches(1, 2, 1),
     {"conditional_move open"}},

    {"a tail call became a call", callee("f", 9, true), callee("f", 9), {"tail_call more"}},
    {"a call became a tail call", callee("f", 9), callee("f", 9, true), {"tail_call less"}},
    {"a tail call that is gone is no tail call lost",
     callee("f", 9, true),
     callee("", 9),
     {"calls less"}},

    {"was inlined: a call is there and code is gone",
     callee("", 30),
     callee("f", 20),
     {"inlining more"}},
    {"a call beside grown code was not inlined before",
     callee("", 20),
     callee("f", 30),
     {"calls more"}},
    {"is inlined: a call is gone and code is there",
     callee("f", 20),
     callee("", 30),
     {"inlining open"}},
    {"a call gone with its code was removed", callee("f", 30), callee("", 20), {"calls less"}},
    {"guards that grew the function do not hide that it shrank",
     callee("", 30),
     [](TwinFunction& f) {
       callee("f", 31)(f);
       add_guards(f, 1);
     },
     {"inlining more"}},
    {"a clone is the function that it is a clone of", callee("f", 20), callee("f.part.0", 18), {}},
    {"a demangled clone too", callee("f(int)", 20), callee("f(int) [clone .isra.0]", 18), {}},
    {"a stub of the PLT is the function that it leads to",
     callee("f@plt", 20),
     callee("f", 20),
     {}},
    {"and so is a slot of the GOT", callee("f@plt", 20), callee("f@got", 20), {}},
    {"a tail call through a slot that became a call",
     callee("f@got", 20, true),
     callee("f@plt", 21),
     {"tail_call more"}},
    {"what is called through a pointer now may be what was called by name",
     callee("f", 20),
     indirect(1, 0),
     {"calls more"}},
    {"and the other way round", indirect(1, 0), callee("f", 20), {"calls less"}},
    {"a pointer for a name in the call that ends the function",
     callee("f", 20, true),
     both(indirect(0, 1), callee("", 20)),
     {"calls open"}},
    {"a tail call through a pointer became a call",
     indirect(0, 1),
     indirect(1, 0),
     {"tail_call more"}},
    {"a call through a pointer became a tail call",
     indirect(1, 0),
     indirect(0, 1),
     {"tail_call less"}},
    {"a callee without a symbol is nobody",
     [](TwinFunction& f) {
       f.shape.callees.push_back({.site = 0x1000, .target = 0x5000});
       f.callees.push_back("");
       f.shape.hot.calls = 1;
     },
     [](TwinFunction& f) {
       f.shape.callees.push_back({.site = 0x1000, .target = 0x6000});
       f.callees.push_back("");
       f.shape.hot.calls = 1;
     },
     {}},
    {"what a dormant site would call is not called",
     callee("", 9),
     [](TwinFunction& f) {
       callee("tt_probe", 9, false, true)(f);
       f.guarded.insert(0x1000);
       f.shape.total.instructions++;
     },
     {}},
    {"a call out of line costs the hot path nothing",
     callee("", 9),
     callee("f", 9, false, true),
     {"calls open"}},
    {"a call that is made twice now",
     callee("f", 9),
     [](TwinFunction& f) {
       callee("f", 9)(f);
       add_callee(f, 0x1010, "f");
     },
     {"calls more"}},
    {"a call through a pointer has no name",
     kNothing,
     [](TwinFunction& f) { f.shape.hot.calls = 1; },
     {"calls more"}},

    {"the hot path grew", hot(5, 20, 0), hot(8, 30, 0), {"size more"}},
    {"more bytes of as many instructions are no more to do",
     hot(5, 20, 0),
     hot(5, 30, 0),
     {"size open"}},
    {"fewer instructions may be a loop where straight code was",
     hot(8, 30, 0),
     both(hot(5, 20, 0), loops({loop(1)})),
     {"size open"}},
    {"more instructions may be straight code where a loop was",
     both(hot(5, 20, 0), loops({loop(1)})),
     hot(70, 300, 0),
     {"size open"}},
    {"more instructions may be an unrolled loop",
     both(hot(12, 50, 0), loops({loop(1)})),
     both(hot(70, 300, 0), loops({loop(8)})),
     {"unrolling less", "size open"}},
    {"more instructions may be what a call ran before",
     both(hot(5, 20, 0), indirect(1, 0)),
     hot(8, 30, 0),
     {"calls less", "size open"}},
    {"more instructions may be what one that repeats itself did before",
     both(hot(5, 20, 0),
          [](TwinFunction& f) { add_instruction(f, 0x1000, 3).mnemonic = "rep stosq"; }),
     hot(8, 30, 0),
     {"size open"}},
    {"copies of a body have its calls each",
     both(callee("f", 9), loops({loop(1)})),
     both(both(callee("f", 9), loops({loop(4)})),
          [](TwinFunction& f) { add_callee(f, 0x1010, "f"); }),
     {"unrolling less", "calls open"}},
    {"fewer instructions may do the same by calls", hot(8, 30, 0), hot(5, 20, 0), {"size open"}},
    {"as many bytes in more lines lie elsewhere, which is no doing of the code",
     [](TwinFunction& f) { f.shape.hot.cache_lines = 1; },
     [](TwinFunction& f) { f.shape.hot.cache_lines = 2; },
     {"size open"}},
    {"bytes out of line are not on the hot path",
     kNothing,
     [](TwinFunction& f) { f.shape.total.bytes = 40; },
     {"out_of_line open"}},
};

TEST(TwinCauses, AreThoseThatTheCodeShows) {
  for (const Row& row : kRows) {
    EXPECT_EQ(told(causes_of(row.before, row.after)), row.causes) << row.danger;
  }
}

}  // namespace
}  // namespace tracetoll
