#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "samples_text.hpp"

namespace tracetoll {
namespace {

struct TemporaryFile {
  std::string path = std::filesystem::temp_directory_path() /
                     ("tracetoll_writer_test." + std::to_string(::getpid()));
  ~TemporaryFile() { std::filesystem::remove(path); }
};

Context small_context() {
  Context context;
  context.workloads = {{"select_500", "", 45, {}, ""}};
  context.variants = {"none", "call"};
  return context;
}

// Samples that are only looked at leave no file, and a line that could not be one is still refused.
TEST(SamplesWriter, WithoutAFileKeepsNothing) {
  SamplesWriter writer;
  writer.append(small_context());
  writer.append_line(kBlock);
  writer.append_end("done", 1);
  EXPECT_THROW(writer.append_line("a\nb"), InputError);
}

// What is written must be what report reads, whichever way a line came in.
TEST(SamplesWriter, WritesWhatTheReaderReads) {
  const TemporaryFile file;
  {
    SamplesWriter writer(file.path);
    writer.append(small_context());
    writer.append_line(kBlock);
    Block block = block_from_json_line(kBlock, "");
    block.round = 2;
    writer.append(block);
    writer.append(Failure{5, 6, "exit status 1\nand a second line"});
    writer.append_end("interrupted", 3.5);
  }
  std::vector<std::string> notes;
  const auto samples = read_samples(file.path, notes);
  EXPECT_EQ(samples.blocks.size(), 2u);
  EXPECT_EQ(samples.failures.at(0).reason, "exit status 1\nand a second line");
  EXPECT_EQ(samples.end, "interrupted");
  EXPECT_TRUE(notes.empty());
}

// SIGKILL takes no notice of buffers: every line must be in the file when append returns.
TEST(SamplesWriter, LinesAreInTheFileAtOnce) {
  const TemporaryFile file;
  SamplesWriter writer(file.path);
  writer.append(small_context());
  writer.append_line(kBlock);
  std::vector<std::string> notes;
  EXPECT_EQ(read_samples(file.path, notes).blocks.size(), 1u);
}

TEST(SamplesWriter, UnwritablePlacesAreNamed) {
  EXPECT_THROW(SamplesWriter("/no/such/folder/run.jsonl"), InputError);
  EXPECT_THROW(SamplesWriter("/dev/full").append(small_context()), InputError);
}

// Two runs that start in the same second would otherwise write one file between them.
TEST(SamplesWriter, RefusesAFileThatHasSomethingInIt) {
  const TemporaryFile file;
  SamplesWriter writer(file.path);
  writer.append(small_context());
  EXPECT_THROW(SamplesWriter(file.path), InputError);
}

TEST(SamplesWriter, LeavesNoEmptyFileBehind) {
  const TemporaryFile file;
  { const SamplesWriter writer(file.path); }
  EXPECT_FALSE(std::filesystem::exists(file.path));
}

// Opening one for writing waits until somebody reads it.
TEST(SamplesWriter, RefusesAFifoThatNobodyReads) {
  const TemporaryFile file;
  ASSERT_EQ(::mkfifo(file.path.c_str(), 0600), 0);
  EXPECT_THROW(SamplesWriter{file.path}, InputError);
}

// A newline within a line would make two broken ones.
TEST(SamplesWriter, NewlineInALineIsRefused) {
  const TemporaryFile file;
  SamplesWriter writer(file.path);
  writer.append(small_context());
  EXPECT_THROW(writer.append_line("{}\n{}"), InputError);
}

// A disk that fills up takes half of a line: it is taken back, so that lines written once there is
// room again are not glued to it.
TEST(SamplesWriter, HalfALineIsTakenBack) {
  const TemporaryFile file;
  SamplesWriter writer(file.path);
  writer.append(small_context());
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = std::filesystem::file_size(file.path) + 20;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(writer.append_line(kBlock), InputError);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, old_handler);
  writer.append_line(kBlock);
  std::vector<std::string> notes;
  EXPECT_EQ(read_samples(file.path, notes).blocks.size(), 1u);
  EXPECT_TRUE(notes.empty());
}

}  // namespace
}  // namespace tracetoll
