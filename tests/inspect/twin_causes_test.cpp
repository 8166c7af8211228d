// A cause that the code does not show would send people to repair what is not broken; one that is
// shown and not named leaves them without a reason. Each row of the table is one such danger.
#include "twin_causes.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "twin_parts.hpp"

namespace tracetoll {
namespace {

using Function = TwinFunction;
using Change = std::function<void(Function&)>;

std::vector<std::string> told(const std::vector<TwinCause>& causes) {
  std::vector<std::string> result;
  for (const TwinCause& cause : causes) {
    result.push_back(std::string(name_of(cause.kind)) + " " + name_of(cause.toll));
  }
  return result;
}

std::vector<TwinCause> causes_of(const Change& before, const Change& after) {
  return twin_causes(made(before), made(after), Machine::x86_64);
}

struct Row {
  const char* danger;
  Change before;
  Change after;
  std::vector<std::string> causes;
};

const Change kNothing = [](Function&) {};

const Change kShrinkWrapped = [](Function& f) {
  f.shape.hot.saves = 2;
  f.shape.early_exit = true;
};
const Change kSavesAtEntry = [](Function& f) {
  f.shape.hot.saves = 2;
  f.shape.entry_saves = 2;
};

Change moves_and_branches(int moves, int branches, int guards) {
  return [=](Function& f) {
    f.shape.hot.conditional_moves = moves;
    f.shape.hot.conditional_branches = branches;
    add_guards(f, guards);
  };
}

Change stack(int loads, int stores) {
  return [=](Function& f) {
    f.shape.hot.stack_loads = loads;
    f.shape.hot.stack_stores = stores;
  };
}

Change loops(std::vector<Loop> loops) {
  return [loops = std::move(loops)](Function& f) { f.shape.loops = loops; };
}
Loop loop(int unroll, int vectors = 0, int depth = 1) {
  return {.head = 0x1000, .depth = depth, .unroll = unroll, .vector_instructions = vectors};
}

// A loop at 0x1000, 0x1010 and so on with these mnemonics in its body.
struct Bodied {
  int unroll;
  std::set<std::string> body;
  int vectors = 0;
};
Change bodies(std::vector<Bodied> loops) {
  return [loops = std::move(loops)](Function& f) {
    for (const Bodied& one : loops) {
      add_loop(f, 0x1000 + 0x10 * f.shape.loops.size(), 1, one.unroll, one.vectors);
      f.loop_bodies.push_back(one.body);
    }
  };
}
const std::set<std::string> kSum = {"add", "cmp"};
const std::set<std::string> kCopy = {"mov", "inc", "xor", "shl"};

Change frame(std::int64_t bytes, std::optional<std::int64_t> hot) {
  return [=](Function& f) {
    f.shape.frame_bytes = bytes;
    f.hot_frame_bytes = hot;
  };
}

// Calls and jumps of which nobody knows the callee.
Change indirect(int calls, int jumps) {
  return [=](Function& f) {
    f.shape.hot.calls += calls;
    f.shape.hot.tail_calls += jumps;
  };
}

Change both(Change first, Change second) {
  return [=](Function& f) {
    first(f);
    second(f);
  };
}

Change hot(int instructions, int bytes, int guards) {
  return [=](Function& f) {
    f.shape.hot.instructions = f.shape.total.instructions = instructions;
    f.shape.hot.bytes = f.shape.total.bytes = bytes;
    add_guards(f, guards);
  };
}

Change callee(const char* name, int instructions, bool tail = false, bool cold = false) {
  return [=](Function& f) {
    if (*name != 0) add_callee(f, 0x1000, name, tail, cold);
    f.shape.total.instructions = instructions;
  };
}

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
     [](Function& f) {
       kShrinkWrapped(f);
       f.shape.hot.saves = 4;
     },
     {"saves more"}},
    {"saves in an arm beside those at the entry are told too",
     kNothing,
     [](Function& f) {
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
     [](Function& f) { f.shape.total.stack_loads = 5; },
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
     [](Function& f) { f.shape.frame_bytes = 72; },
     [](Function& f) {
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
     [](Function& f) {
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
     [](Function& f) {
       f.shape.callees.push_back({.site = 0x1000, .target = 0x5000});
       f.callees.push_back("");
       f.shape.hot.calls = 1;
     },
     [](Function& f) {
       f.shape.callees.push_back({.site = 0x1000, .target = 0x6000});
       f.callees.push_back("");
       f.shape.hot.calls = 1;
     },
     {}},
    {"what a dormant site would call is not called",
     callee("", 9),
     [](Function& f) {
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
     [](Function& f) {
       callee("f", 9)(f);
       add_callee(f, 0x1010, "f");
     },
     {"calls more"}},
    {"a call through a pointer has no name",
     kNothing,
     [](Function& f) { f.shape.hot.calls = 1; },
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
     both(hot(5, 20, 0), [](Function& f) { add_instruction(f, 0x1000, 3).mnemonic = "rep stosq"; }),
     hot(8, 30, 0),
     {"size open"}},
    {"copies of a body have its calls each",
     both(callee("f", 9), loops({loop(1)})),
     both(both(callee("f", 9), loops({loop(4)})), [](Function& f) { add_callee(f, 0x1010, "f"); }),
     {"unrolling less", "calls open"}},
    {"fewer instructions may do the same by calls", hot(8, 30, 0), hot(5, 20, 0), {"size open"}},
    {"as many bytes in more lines lie elsewhere, which is no doing of the code",
     [](Function& f) { f.shape.hot.cache_lines = 1; },
     [](Function& f) { f.shape.hot.cache_lines = 2; },
     {"size open"}},
    {"bytes out of line are not on the hot path",
     kNothing,
     [](Function& f) { f.shape.total.bytes = 40; },
     {"out_of_line open"}},
};

TEST(TwinCauses, AreThoseThatTheCodeShows) {
  for (const Row& row : kRows) {
    EXPECT_EQ(told(causes_of(row.before, row.after)), row.causes) << row.danger;
  }
}

std::string words_of(const Change& before, const Change& after) {
  std::string words;
  for (const TwinCause& cause : causes_of(before, after)) words += cause.words + "\n";
  return words;
}

bool says(const std::string& words, const std::string& part) {
  return words.find(part) != std::string::npos;
}

// As a USDT site: a NOP, and what its operands are there for.
Change usdt(int sites, int nops, int operands, int operand_bytes) {
  return [=](Function& f) {
    f.sites.sites = sites;
    f.sites.nops = f.sites.instructions = f.sites.bytes = nops;
    f.sites.operand_instructions = operands;
    f.sites.operand_bytes = operand_bytes;
  };
}

TEST(TwinCauses, SayWhatTheSitesExplainThemselves) {
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(48, 212, 3)),
               "; the guards of 3 sites are +9 instructions, all other code +3; in bytes +30 and "
               "+32\n");
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(39, 160, 1)),
               "; the guard of 1 site is +3 instructions, all other code 0; in bytes +10 and 0\n");
  // More by the sites than there is: the rest shrank, and "-3 are the guards" would be nonsense.
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(33, 140, 1)),
               "; the guard of 1 site is +3 instructions, all other code -6");
  EXPECT_PRED2(says, words_of(hot(48, 212, 3), hot(36, 150, 0)),
               "; the guards of 3 sites that are gone are -9 instructions, all other code -3");
  EXPECT_PRED2(says, words_of(hot(48, 212, 3), hot(52, 224, 4)),
               "; the code of the sites (4, 3 before) is +3 instructions, all other code +1");
}

// A sum that fits is no proof of whose the instructions are: a NOP is one instruction of one byte.
TEST(TwinCauses, OperandsOfSitesAreCountedApart) {
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), both(hot(39, 158, 0), usdt(1, 1, 2, 7))),
               "; the NOP of 1 site is +1 instruction, its operands +2, all other code 0; in bytes "
               "+1, +7 and 0\n");
  EXPECT_PRED2(
      says, words_of(hot(36, 150, 0), both(hot(41, 158, 0), usdt(2, 2, 1, 4))),
      "; the NOPs of 2 sites are +2 instructions, their operands +1, all other code +2; in "
      "bytes +2, +4 and +2\n");
  EXPECT_PRED2(
      says, words_of(both(hot(39, 158, 0), usdt(1, 1, 2, 7)), hot(36, 150, 0)),
      "; the NOP of 1 site that is gone is -1 instruction, its operands -2, all other code "
      "0; in bytes -1, -7 and 0\n");
  // Neither guard, NOP nor call: a label that is on jumps.
  EXPECT_PRED2(says,
               words_of(hot(36, 150, 0), both(hot(37, 155, 0),
                                              [](Function& f) {
                                                f.sites.sites = f.sites.instructions = 1;
                                                f.sites.others = 1;
                                                f.sites.bytes = 5;
                                              })),
               "; the code of 1 site is +1 instruction, all other code 0; in bytes +5 and 0\n");
}

// Each sentence with none, one and many of what it counts.
TEST(TwinCauses, SentencesCountInPlainEnglish) {
  const struct {
    Change before, after;
    const char* words;
  } kSentences[] = {
      {stack(0, 0), stack(1, 0),
       "the hot path has 1 read and 0 writes through the stack or frame pointer, 0 and 0 before"},
      {stack(1, 0), stack(2, 1),
       "the hot path has 2 reads and 1 write through the stack or frame pointer, 1 and 0 before"},
      {kNothing, kSavesAtEntry,
       "saves 2 callee-saved registers on every path to a return, 0 before"},
      {kSavesAtEntry, kNothing,
       "saves no callee-saved register on every path to a return; before, 2"},
      {frame(0, 0), frame(1, 1), "its frame has 1 byte, pushes among them; 0 before"},
      {frame(0, 0), frame(8, 0),
       "its frame has 8 bytes, pushes among them; 0 before: off the hot path, which has 0 of it as "
       "before"},
      {frame(72, 8), frame(72, 72),
       "its frame has 72 bytes, pushes among them; 72 before; the hot path has 72 of it, 8 before"},
      {frame(0, 0), frame(8, {}), "its frame has 8 bytes, pushes among them; 0 before"},
      {loops({loop(4)}), loops({loop(1)}), "its loop is no longer unrolled; before, 4 times"},
      {loops({loop(1)}), loops({loop(4)}), "its loop is unrolled 4 times; before, it was not"},
      {loops({loop(1)}), loops({loop(4), loop(1)}),
       "2 loops, 1 of them unrolled (4 times); before, 1 loop, not unrolled"},
      {loops({loop(8), loop(4), loop(1)}), loops({loop(1), loop(1)}),
       "2 loops, none of them unrolled; before, 3 loops, 2 of them unrolled (8 and 4 times)"},
      {loops({loop(1, 6), loop(1)}), loops({loop(1)}),
       "1 loop, not vectorised; before, 2 loops, 1 of them vectorised"},
      {bodies({{4, kSum}, {1, kCopy}}), bodies({{1, kSum}, {1, kCopy}}),
       "the loop at 0x1000 is no longer unrolled; before, 4 times"},
      {indirect(0, 1), indirect(1, 0),
       "1 indirect call and 0 indirect jumps out of the function on the hot path, 0 indirect calls "
       "and 1 indirect jump before: a tail call seems to have become a call"},
      {hot(1, 1, 0), hot(2, 1, 0),
       "the hot path has 2 instructions in 1 byte and 0 cache lines, before 1 in 1 and 0"},
      {kNothing, [](Function& f) { f.shape.total.bytes = 1; },
       "off the hot path: 1 byte, 0 before"},
  };
  for (const auto& [before, after, words] : kSentences)
    EXPECT_EQ(words_of(before, after), std::string(words) + "\n");
}

// It is the evidence: where a push of the cold part is all, there is no other.
TEST(TwinCauses, AFrameOffTheHotPathShowsItsInstructions) {
  const auto after = made([](Function& f) {
    frame(8, 0)(f);
    add_instruction(f, 0x3000, 1).stack_drop = 8;
    f.cold.push_back({0x3000, 0x3001});
  });
  const auto causes = twin_causes(made(frame(0, 0)), after, Machine::x86_64);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_EQ(causes[0].after, std::vector<std::uint64_t>{0x3000});
}

TEST(TwinCauses, SizeWithoutSitesNamesNone) {
  EXPECT_FALSE(says(words_of(hot(36, 150, 0), hot(48, 212, 0)), "site"));
}

TEST(TwinCauses, ShrinkWrappingIsNamedOnlyWhereItWas) {
  EXPECT_PRED2(says, words_of(kShrinkWrapped, kSavesAtEntry), "shrink-wrapping");
  EXPECT_FALSE(says(words_of(kNothing, kSavesAtEntry), "shrink-wrapping"));
}

// Evidence of what does not run while the sites are dormant would be evidence of something else.
TEST(TwinCauses, EvidenceIsOfTheHotPath) {
  const auto after = made([](Function& f) {
    kSavesAtEntry(f);
    add_instruction(f, 0x1000, 1).saved = bit(3);
    add_instruction(f, 0x1001, 1);
    add_instruction(f, 0x1002, 2).saved = bit(12);
    add_instruction(f, 0x2000, 2).saved = bit(13);
    add_instruction(f, 0x3000, 2).saved = bit(14);
    f.guarded.insert(0x2000);
    f.cold.push_back({0x3000, 0x3002});
  });
  const auto causes = twin_causes({}, after, Machine::x86_64);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_EQ(causes[0].after, (std::vector<std::uint64_t>{0x1000, 0x1002}));
  EXPECT_TRUE(causes[0].before.empty());
}

// %rbp is one more register unless the function makes it its frame pointer.
TEST(TwinCauses, SpillsAreThroughTheFramePointerOnlyWhereThereIsOne) {
  for (const bool frame : {false, true}) {
    const auto after = made([&](Function& f) {
      f.shape.hot.stack_loads = 1;
      add_instruction(f, 0x1000, 3).frame_pointer = frame;
      Instruction& load = add_instruction(f, 0x1003, 4);
      load.reads_memory = true;
      load.base = kRbp;
    });
    const auto causes = twin_causes({}, after, Machine::x86_64);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].after.size(), frame ? 1u : 0u);
  }
}

TEST(TwinCauses, ManyCalleesAreOneSentence) {
  const auto after = made([](Function& f) {
    for (int i = 0; i < 1000; i++) add_callee(f, 0x1000, ("f" + std::to_string(i)).c_str());
  });
  const auto causes = twin_causes({}, after, Machine::x86_64);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_PRED2(says, causes[0].words, "and 995 more are called");
  EXPECT_EQ(causes[0].after.size(), 1000u);
}

}  // namespace
}  // namespace tracetoll
