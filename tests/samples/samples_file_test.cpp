#include "samples_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "samples_text.hpp"

namespace tracetoll {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(SamplesFile, ReadsAllKindsOfLines) {
  const auto samples =
      read_text(kHeader + "\n" + kBlock + "\n" +
                R"({"failure":{"replicate":1,"layout":2,"reason":"killed"}})" + "\n" + kEnd + "\n");
  ASSERT_EQ(samples.blocks.size(), 1u);
  EXPECT_EQ(samples.blocks[0].cpu_ns, 530000.5);
  ASSERT_EQ(samples.failures.size(), 1u);
  EXPECT_EQ(samples.failures[0].reason, "killed");
  EXPECT_EQ(samples.end, "done");
  EXPECT_EQ(samples.elapsed_seconds, 58.5);
}

// A run that failed at once has a header and nothing else: the report says so, reading does not
// fail.
TEST(SamplesFile, NoBlocksIsNotAnError) {
  EXPECT_TRUE(read_text(kHeader + "\n").blocks.empty());
}

// A file that went through Windows must read the same.
TEST(SamplesFile, CarriageReturnsAreFine) {
  EXPECT_EQ(read_text(kHeader + "\r\n" + kBlock + "\r\n\r\n" + kEnd + "\r\n").blocks.size(), 1u);
}

// A killed run cuts its last line: the rest of the measurement must not be lost with it.
TEST(SamplesFile, CutLastLineIsDroppedWithANote) {
  std::vector<std::string> notes;
  const auto samples = read_text(kHeader + "\n" + kBlock + "\n" + kBlock.substr(0, 50), &notes);
  EXPECT_EQ(samples.blocks.size(), 1u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_TRUE(contains(notes[0], "line 3 is cut"));
}

// A whole last line counts, newline or not.
TEST(SamplesFile, WholeLastLineWithoutNewlineCounts) {
  std::vector<std::string> notes;
  EXPECT_EQ(read_text(kHeader + "\n" + kBlock, &notes).blocks.size(), 1u);
  EXPECT_TRUE(notes.empty());
}

// The same damage in the middle means that the file was edited: dropping it would hide that.
TEST(SamplesFile, BrokenLineInTheMiddleIsNamed) {
  const auto error = error_of(kHeader + "\n" + kBlock.substr(0, 50) + "\n" + kEnd + "\n");
  EXPECT_TRUE(contains(error, "run.jsonl:2:")) << error;
}

TEST(SamplesFile, EmptyFileSaysSo) {
  EXPECT_TRUE(contains(error_of(""), "empty"));
}

// Any of these given by mistake must be told apart from a samples file in its first line.
TEST(SamplesFile, OtherFilesAreRefused) {
  for (const std::string text : {"hello\n", "\n\n", "{}\n", "[1,2]\n", "{\"schema\":5}\n",
                                 "{\"context\":{\"library_build_type\":\"release\"}}\n",
                                 "\x7f"
                                 "ELF\x02\x01\x01"}) {
    EXPECT_TRUE(contains(error_of(text), "run.jsonl:1: the first line")) << text;
  }
}

// Reading a later format by half would print wrong figures.
TEST(SamplesFile, OtherSchemaVersionIsRefused) {
  const auto error = error_of(R"({"schema":"tracetoll.samples/2","context":{}})");
  EXPECT_TRUE(contains(error, "tracetoll.samples/2: this tool reads /1")) << error;
}

// Each of these would spoil an estimate without being seen, or divide by zero.
TEST(SamplesFile, ImpossibleFiguresAreNamed) {
  const std::pair<const char*, const char*> spoils[] = {
      {"530000.5", "NaN"},
      {"530000.5", "Infinity"},
      {"530000.5", "1e999"},
      {"530000.5", "-1"},
      {"530000.5", "0"},
      {"530000.5", "\"530000\""},
      {"530000.5", "null"},
      {"530000.5", "1e300"},
      {"530000.5", "1e-300"},
      {"540000", "0"},
      {"\"operations\":45", "\"operations\":0"},
      {"\"operations\":45", "\"operations\":-45"},
      {"\"operations\":45", "\"operations\":4.5"},
      {"\"operations\":45", "\"operations\":99999999999999999999"},
      {"\"operations\":45,", ""},
      {"\"layout\":3", "\"layout\":-3"},
      {"\"replicate\":0", "\"replicate\":4294967296"},
      {"\"select_500\"", "\"\""},
      {"\"select_500\"", "500"},
      {"\"involuntary_switches\":0", "\"involuntary_switches\":-1"},
      {"\"involuntary_switches\":0", "\"involuntary_switches\":0,\"counters\":[1]"},
      {"\"involuntary_switches\":0", "\"involuntary_switches\":0,\"counters\":{\"cycles\":-1}"}};
  for (const auto& [piece, spoilt] : spoils) {
    const auto error = error_of(kHeader + "\n" + block_with(piece, spoilt) + "\n" + kEnd + "\n");
    EXPECT_TRUE(contains(error, "run.jsonl:2: ")) << piece << " -> " << spoilt << ": " << error;
    EXPECT_FALSE(contains(error, "\n"));
  }
}

// Files of before there were gates, targets and doses: absent is absent, not 0.
TEST(SamplesFile, OldFilesAreRead) {
  const auto samples = read_text(kHeader + "\n" + kBlock + "\n" + kEnd + "\n");
  EXPECT_EQ(samples.blocks[0].migrations, 0);
  EXPECT_EQ(samples.blocks[0].loop_ns, std::nullopt);
  EXPECT_EQ(samples.blocks[0].steal_ns, std::nullopt);
  EXPECT_EQ(samples.context.target_percent, 0);
  EXPECT_EQ(samples.context.workloads[0].dosed_hits_per_op, 0);
}

TEST(SamplesFile, ReadingsOfTheMachineHaveBounds) {
  const auto with = [](const std::string& field) {
    return kHeader + "\n" +
           block_with("\"involuntary_switches\":0", "\"involuntary_switches\":0," + field) + "\n";
  };
  for (const char* good : {"\"migrations\":0", "\"migrations\":3", "\"loop_ns\":1",
                           "\"loop_ns\":1e15", "\"steal_ns\":0", "\"steal_ns\":1e7"})
    EXPECT_EQ(error_of(with(good)), "") << good;
  for (const char* bad :
       {"\"migrations\":-1", "\"migrations\":0.5", "\"migrations\":null", "\"migrations\":1e13",
        "\"loop_ns\":0", "\"loop_ns\":-1", "\"loop_ns\":1e16", "\"loop_ns\":\"1\"",
        "\"steal_ns\":-1", "\"steal_ns\":1e16", "\"steal_ns\":true"}) {
    const auto error = error_of(with(bad));
    EXPECT_TRUE(contains(error, "run.jsonl:2: ")) << bad << ": " << error;
  }
}

TEST(SamplesFile, TheTargetAndTheDoseHaveBounds) {
  const auto with_target = [](const std::string& value) {
    std::string header = kHeader;
    return header.replace(header.find("\"seed\":7"), 8, "\"target_percent\":" + value) + "\n";
  };
  EXPECT_EQ(error_of(with_target("0.5")), "");
  for (const char* bad : {"-1", "\"1\"", "1e10"}) EXPECT_NE(error_of(with_target(bad)), "") << bad;
  const auto with_hits = [](const std::string& value) {
    std::string header = kHeader;
    const std::string name = "\"name\":\"select_500\"";
    return header.insert(header.find(name), "\"dosed_hits_per_op\":" + value + ",") + "\n";
  };
  EXPECT_EQ(error_of(with_hits("64")), "");
  for (const char* bad : {"-1", "0.5", "1e10", "\"64\""})
    EXPECT_NE(error_of(with_hits(bad)), "") << bad;
}

// A name that the header does not have is a file put together from two runs.
TEST(SamplesFile, UnknownNamesAreNamed) {
  const auto workload = error_of(kHeader + "\n" + block_with("select_500", "open_close") + "\n");
  EXPECT_TRUE(contains(workload, "workload \"open_close\"")) << workload;
  const auto variant = error_of(kHeader + "\n" + block_with("call", "clobber") + "\n");
  EXPECT_TRUE(contains(variant, "variant \"clobber\"")) << variant;
}

// The copy and the dose are never among the variants asked for, and always measured.
TEST(SamplesFile, CopyAndDoseAreAlwaysKnown) {
  const auto text = kHeader + "\n" + block_with("call", "none:copy") + "\n" +
                    block_with("call", "none:dose") + "\n";
  EXPECT_EQ(read_text(text).blocks.size(), 2u);
}

// The doses of others are, like any variant, only those of the header.
TEST(SamplesFile, ADoseIsAVariantOfItsOwn) {
  const auto error = error_of(kHeader + "\n" + block_with("\"call\"", "\"call:dose\"") + "\n");
  EXPECT_TRUE(contains(error, "variant \"call:dose\"")) << error;
}

// A block counted twice pulls every median towards it.
TEST(SamplesFile, DuplicatesAreNamed) {
  const auto error = error_of(kHeader + "\n" + kBlock + "\n" + kBlock + "\n");
  EXPECT_TRUE(contains(error, "run.jsonl:3:") && contains(error, "twice")) << error;
}

// The layouts are the sample: a process in two of them would be counted in both.
TEST(SamplesFile, OneProcessOneLayout) {
  auto other = block_with("\"layout\":3", "\"layout\":4");
  other.replace(other.find("\"round\":1"), 9, "\"round\":2");
  EXPECT_TRUE(
      contains(error_of(kHeader + "\n" + kBlock + "\n" + other + "\n"), "a process runs one"));
}

// `cat a.jsonl b.jsonl` has replicates of both under the same numbers.
TEST(SamplesFile, JoinedFilesAreRefused) {
  const auto error = error_of(kHeader + "\n" + kBlock + "\n" + kHeader + "\n");
  EXPECT_TRUE(contains(error, "a second header")) << error;
}

TEST(SamplesFile, NamesInTheHeaderAreChecked) {
  const std::string twice = R"({"schema":"tracetoll.samples/1","context":{"workloads":[],)"
                            R"("variants":["none","call","call"]}})";
  EXPECT_TRUE(contains(error_of(twice + "\n"), "listed twice"));
  const std::string long_name = R"({"schema":"tracetoll.samples/1","context":{"workloads":[],)"
                                R"("variants":[")" +
                                std::string(5000, 'x') + R"("]}})";
  EXPECT_TRUE(contains(error_of(long_name + "\n"), "cannot be a name"));
}

// /dev/zero and a disk image have no newline: they must not be read into memory.
TEST(SamplesFile, EndlessLineIsRefused) {
  EXPECT_TRUE(contains(error_of(kHeader + "\n" + std::string(kMaxLineBytes + 1, ' ')), "longer"));
}

// 100,000 levels of nesting, closed properly, overflow the stack of a recursive reader.
TEST(SamplesFile, DeepNestingIsRefused) {
  const std::string nested = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_TRUE(contains(error_of(kHeader + "\n" + nested + "\n"), "nested deeper"));
  EXPECT_TRUE(contains(error_of(nested + "\n"), "the first line"));
}

TEST(SamplesFile, MissingAndUnreadableFilesAreNamed) {
  std::vector<std::string> notes;
  const auto message = [&](const std::string& path) -> std::string {
    try {
      read_samples(path, notes);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto folder = std::filesystem::temp_directory_path().string();
  EXPECT_TRUE(contains(message(folder), "a directory"));
  EXPECT_TRUE(contains(message(folder + "/no such file"), "No such file"));
}

}  // namespace
}  // namespace tracetoll
