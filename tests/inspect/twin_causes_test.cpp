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

    {"the frame grew",
     [](Function& f) { f.shape.frame_bytes = 8; },
     [](Function& f) { f.shape.frame_bytes = 72; },
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
     loops({loop(4), loop(1)}),
     loops({loop(1)}),
     {"unrolling more"}},
    {"a vectorised loop has a second one for the rest",
     loops({loop(1, 6), loop(1)}),
     loops({loop(1)}),
     {"vectorisation more"}},
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

    {"the hot path grew",
     kNothing,
     [](Function& f) { f.shape.hot.bytes = f.shape.total.bytes = 10; },
     {"size more"}},
    {"a marker can shrink code",
     [](Function& f) { f.shape.hot.bytes = f.shape.total.bytes = 202; },
     [](Function& f) { f.shape.hot.bytes = f.shape.total.bytes = 180; },
     {"size less"}},
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

Change hot(int instructions, int bytes, int guards) {
  return [=](Function& f) {
    f.shape.hot.instructions = f.shape.total.instructions = instructions;
    f.shape.hot.bytes = f.shape.total.bytes = bytes;
    add_guards(f, guards);
  };
}

bool says(const std::string& words, const std::string& part) {
  return words.find(part) != std::string::npos;
}

TEST(TwinCauses, SayWhatTheSitesExplainThemselves) {
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(48, 212, 3)),
               "; of +12 instructions 9 are the guards of 3 sites; of +62 bytes 30 are "
               "the guards of 3 sites");
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(39, 160, 1)),
               "; the guards of 1 site explain all of +3 instructions");
  // More by the sites than there is: the rest shrank, and "-3 are the guards" would be nonsense.
  EXPECT_PRED2(says, words_of(hot(36, 150, 0), hot(33, 140, 1)),
               "; the guards of 1 site are +3 instructions, all other code -6");
  EXPECT_PRED2(says, words_of(hot(48, 212, 3), hot(36, 150, 0)),
               "; of -12 instructions 9 are the guards of 3 sites that are gone");
  EXPECT_PRED2(says, words_of(hot(48, 212, 3), hot(52, 224, 4)),
               "; of +4 instructions 3 are the code of the sites (4, 3 before)");
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
