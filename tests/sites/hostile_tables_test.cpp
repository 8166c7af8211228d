// Tables of foreign sites from an enemy: any file gives sites or one InputError, soon. Worth as
// much as the sanitizers it runs under.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "error.hpp"
#include "find_sites.hpp"
#include "fixture_file.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

// The error, or nothing; how many sites there were.
std::string read(const std::string& path, std::size_t* count = nullptr) {
  try {
    const auto sites = find_sites(ElfFile(path));
    if (count != nullptr) *count = sites.size();
    for (const FoundSite& site : sites) {
      for (const std::string& note : site.notes) EXPECT_EQ(note.find('\n'), std::string::npos);
    }
    return "";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with(path)) << error.what();
    return error.what();
  }
}

FileBytes whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return FileBytes(std::istreambuf_iterator<char>(in), {});
}

class HostileTables : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = fixture_path(GetParam());
    if (path.empty()) GTEST_SKIP() << "no assembler of that machine for " << GetParam();
    bytes_ = whole_file(path);
    ASSERT_FALSE(bytes_.empty());
    const ElfFile file(path);
    const Section* text = file.section("tt_expected");
    ASSERT_NE(text, nullptr);
    expected_begin_ = text->offset;
    expected_end_ = text->offset + text->size;
  }
  // What the fixture expects of itself is half of the file, and nobody reads it here.
  bool matters(std::size_t at) const { return at < expected_begin_ || at >= expected_end_; }

  FileBytes bytes_;

 private:
  std::uint64_t expected_begin_ = 0;
  std::uint64_t expected_end_ = 0;
};

TEST_P(HostileTables, EveryTruncation) {
  const MemoryFile file;
  for (std::size_t size = 0; size < bytes_.size(); size++) {
    EXPECT_NE(read(file.hold(std::string_view(bytes_.data(), size))), "") << size;
  }
}

TEST_P(HostileTables, EveryFlippedBit) {
  const MemoryFile file;
  int refused = 0;
  for (std::size_t i = 0; i < bytes_.size(); i++) {
    for (int bit = 0; bit < 8 && matters(i); bit++) {
      bytes_[i] = static_cast<char>(bytes_[i] ^ (1 << bit));
      refused += read(file.hold(bytes_)).empty() ? 0 : 1;
      bytes_[i] = static_cast<char>(bytes_[i] ^ (1 << bit));
    }
  }
  EXPECT_GT(refused, 100);
}

TEST_P(HostileTables, ExtremeNumbers) {
  const MemoryFile file;
  for (const int value : {0x00, 0x7f, 0x80, 0xff}) {
    for (std::size_t i = 0; i + 8 <= bytes_.size(); i += 4) {
      if (!matters(i)) continue;
      FileBytes bytes = bytes_;
      std::memset(bytes.data() + i, value, 8);
      read(file.hold(bytes));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, HostileTables,
                         testing::Values("ADDRESS_TABLES_FIXED", "JUMP_TABLE_FIXED",
                                         "JUMP_TABLE_OLD_FIXED", "LTTNG_FIXED", "LTTNG_OLD_FIXED",
                                         "SDT_FIXED", "SDT_OBJECT", "SDT_ARM64_FIXED",
                                         "XRAY_FIXED"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tracetoll
