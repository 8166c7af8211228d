// What is said of a cause, and the instructions that are shown for it.
#include <gtest/gtest.h>

#include "twin_changes.hpp"

namespace tracetoll {
namespace {

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
  return [=](TwinFunction& f) {
    f.sites.sites = sites;
    f.sites.nops = f.sites.instructions = f.sites.bytes = nops;
    f.sites.operand_instructions = operands;
    f.sites.operand_bytes = operand_bytes;
  };
}

TEST(TwinSentences, SayWhatTheSitesExplainThemselves) {
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
TEST(TwinSentences, OperandsOfSitesAreCountedApart) {
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
                                              [](TwinFunction& f) {
                                                f.sites.sites = f.sites.instructions = 1;
                                                f.sites.others = 1;
                                                f.sites.bytes = 5;
                                              })),
               "; the code of 1 site is +1 instruction, all other code 0; in bytes +5 and 0\n");
}

// Each sentence with none, one and many of what it counts.
TEST(TwinSentences, SentencesCountInPlainEnglish) {
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
      {kNothing, [](TwinFunction& f) { f.shape.total.bytes = 1; },
       "off the hot path: 1 byte, 0 before"},
  };
  for (const auto& [before, after, words] : kSentences)
    EXPECT_EQ(words_of(before, after), std::string(words) + "\n");
}

// It is the evidence: where a push of the cold part is all, there is no other.
TEST(TwinSentences, AFrameOffTheHotPathShowsItsInstructions) {
  const auto after = made([](TwinFunction& f) {
    frame(8, 0)(f);
    add_instruction(f, 0x3000, 1).stack_drop = 8;
    f.cold.push_back({0x3000, 0x3001});
  });
  const auto causes = twin_causes(made(frame(0, 0)), after, Machine::x86_64);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_EQ(causes[0].after, std::vector<std::uint64_t>{0x3000});
}

TEST(TwinSentences, SizeWithoutSitesNamesNone) {
  EXPECT_FALSE(says(words_of(hot(36, 150, 0), hot(48, 212, 0)), "site"));
}

TEST(TwinSentences, ShrinkWrappingIsNamedOnlyWhereItWas) {
  EXPECT_PRED2(says, words_of(kShrinkWrapped, kSavesAtEntry), "shrink-wrapping");
  EXPECT_FALSE(says(words_of(kNothing, kSavesAtEntry), "shrink-wrapping"));
}

// Evidence of what does not run while the sites are dormant would be evidence of something else.
TEST(TwinSentences, EvidenceIsOfTheHotPath) {
  const auto after = made([](TwinFunction& f) {
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
TEST(TwinSentences, SpillsAreThroughTheFramePointerOnlyWhereThereIsOne) {
  for (const bool frame : {false, true}) {
    const auto after = made([&](TwinFunction& f) {
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

TEST(TwinSentences, ManyCalleesAreOneSentence) {
  const auto after = made([](TwinFunction& f) {
    for (int i = 0; i < 1000; i++) add_callee(f, 0x1000, ("f" + std::to_string(i)).c_str());
  });
  const auto causes = twin_causes({}, after, Machine::x86_64);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_PRED2(says, causes[0].words, "and 995 more are called");
  EXPECT_EQ(causes[0].after.size(), 1000u);
}

}  // namespace
}  // namespace tracetoll
