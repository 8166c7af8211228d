// Whatever lies at a path: a text of bounded size or a reason, at once.
#include "machine_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

class DiskFilesTest : public ::testing::Test {
 protected:
  DiskFilesTest() : root_(fs::temp_directory_path() / ("doctor_" + std::to_string(::getpid()))) {
    fs::create_directories(root_ / "proc");
  }
  ~DiskFilesTest() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }
  DiskFiles files() const { return DiskFiles(root_.string()); }

  fs::path root_;
};

TEST_F(DiskFilesTest, TextWithoutSpaceAtItsEnds) {
  write("proc/x", "  2 \n");
  EXPECT_EQ(files().read("/proc/x").text, "2");
  EXPECT_TRUE(files().read("/proc/x"));
}

TEST_F(DiskFilesTest, AbsentIsAReason) {
  EXPECT_EQ(files().read("/proc/none").why_absent, "not there");
  EXPECT_EQ(files().read("/proc").why_absent, "not a regular file");
  EXPECT_TRUE(files().list("/none").empty());
}

// A FIFO would be waited for, for ever.
TEST_F(DiskFilesTest, FifoIsNotWaitedFor) {
  ASSERT_EQ(::mkfifo((root_ / "proc/fifo").c_str(), 0600), 0);
  EXPECT_EQ(files().read("/proc/fifo").why_absent, "not a regular file");
}

TEST_F(DiskFilesTest, EnormousIsCut) {
  write("proc/huge", std::string(std::size_t{1} << 20, 'x'));
  EXPECT_EQ(files().read("/proc/huge").text.size(), std::size_t{64} << 10);
}

TEST_F(DiskFilesTest, BinaryIsBytes) {
  write("proc/binary", std::string("a\0b\xff", 4));
  EXPECT_EQ(files().read("/proc/binary").text.size(), 4U);
}

TEST_F(DiskFilesTest, UnreadableIsAReason) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write("proc/secret", "x");
  ::chmod((root_ / "proc/secret").c_str(), 0);
  EXPECT_EQ(files().read("/proc/secret").why_absent, "not readable by this user");
}

TEST_F(DiskFilesTest, NamesAreSorted) {
  write("proc/b", "");
  write("proc/a", "");
  EXPECT_EQ(files().list("/proc"), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace tracetoll
