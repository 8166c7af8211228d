// Stripped programs and what objcopy took from them, in folders made for the test.
#include "debug_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fixture_file.hpp"
#include "function_table.hpp"
#include "source_lines.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

class DebugFile : public testing::Test {
 protected:
  // A stripped program that names program.debug, which lies in `aside`, where nobody looks.
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("tracetoll_debug_" + std::to_string(getpid()));
    fs::create_directories(folder_ / "aside");
    fs::create_directories(root());
    objcopy("--only-keep-debug " + fixture_path("X86_PIE"), debug());
    objcopy("--strip-all --add-gnu-debuglink=" + debug().string() + " " + fixture_path("X86_PIE"),
            program());
  }
  void TearDown() override { fs::remove_all(folder_); }

  static void objcopy(const std::string& options, const fs::path& output) {
    const std::string command =
        fixture_path("OBJCOPY") + " " + options + " '" + output.string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  fs::path root() const { return folder_ / "root"; }
  fs::path program() const { return folder_ / "program"; }
  fs::path debug() const { return folder_ / "aside" / "program.debug"; }
  ElfFile open() const { return ElfFile(program().string(), root().string()); }
  void put(const fs::path& place) const {
    fs::create_directories(place.parent_path());
    fs::copy_file(debug(), place);
  }
  fs::path by_build_id() const {
    const std::string id = build_id(ElfFile(fixture_path("X86_PIE")));
    return root() / ".build-id" / id.substr(0, 2) / (id.substr(2) + ".debug");
  }

  fs::path folder_;
};

bool knows_caller(const ElfFile& file) {
  return std::ranges::count(file.symbols(), "caller", &Symbol::name) == 1;
}

TEST_F(DebugFile, IsFoundWhereDistributionsLeaveIt) {
  const fs::path kPlaces[] = {
      by_build_id(),
      folder_ / "program.debug",
      folder_ / ".debug/program.debug",
      fs::path(root().string() + fs::canonical(folder_).string()) / "program.debug",
  };
  EXPECT_FALSE(knows_caller(open()));
  for (const fs::path& place : kPlaces) {
    put(place);
    const ElfFile file = open();
    EXPECT_TRUE(knows_caller(file)) << place;
    EXPECT_TRUE(file.notes().empty());
    fs::remove(place);
  }
}

TEST_F(DebugFile, GivesNamesAndLinesToTheProgramsCode) {
  put(by_build_id());
  const ElfFile file = open();
  const FunctionTable functions(file);
  const auto caller = std::ranges::find(functions.functions(), "caller", &Function::symbol);
  ASSERT_NE(caller, functions.functions().end());
  EXPECT_FALSE(file.bytes(caller->parts[0].begin, caller->bytes()).empty());
  EXPECT_TRUE(SourceLines(file).at(caller->parts[0].begin));
}

TEST_F(DebugFile, OfAnotherBuildIsANote) {
  put(folder_ / "program.debug");
  std::ofstream(folder_ / "program.debug", std::ios::app) << "another";
  const ElfFile changed = open();
  EXPECT_FALSE(knows_caller(changed));
  ASSERT_EQ(changed.notes().size(), 1U);
  EXPECT_NE(changed.notes()[0].find("checksum"), std::string::npos) << changed.notes()[0];
  fs::remove(folder_ / "program.debug");

  fs::create_directories(by_build_id().parent_path());
  fs::copy_file(fixture_path("X86_STATIC"), by_build_id());
  const ElfFile other = open();
  EXPECT_FALSE(knows_caller(other));
  ASSERT_EQ(other.notes().size(), 1U);
  EXPECT_NE(other.notes()[0].find("another build"), std::string::npos) << other.notes()[0];
}

TEST_F(DebugFile, ThatIsNoElfFileIsANote) {
  fs::create_directories(by_build_id().parent_path());
  std::ofstream(by_build_id()) << "text";
  EXPECT_EQ(open().notes().size(), 1U);
  fs::remove(by_build_id());
  fs::create_directory(by_build_id());
  EXPECT_EQ(open().notes().size(), 1U);
}

// It has the sections of the program without their bytes: nothing to take apart, nothing wrong.
TEST_F(DebugFile, ByItselfHasNoCode) {
  const ElfFile file(debug().string(), root().string());
  EXPECT_TRUE(knows_caller(file));
  EXPECT_TRUE(FunctionTable(file).functions().empty());
}

// Names that lead elsewhere are not followed.
TEST_F(DebugFile, ALinkWithAPathIsNotFollowed) {
  std::ifstream in(program(), std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  const auto at = bytes.find("program.debug");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 13, "../aside/prog");
  put(folder_ / "aside/prog");
  std::ofstream(program(), std::ios::binary) << bytes;
  const ElfFile file = open();
  EXPECT_FALSE(knows_caller(file));
  EXPECT_TRUE(file.notes().empty());
}

// Code without symbols is split as .eh_frame says, the same as by the symbols that are gone.
TEST_F(DebugFile, WithoutItFunctionsAreThoseOfTheUnwindTable) {
  const ElfFile whole(fixture_path("X86_PIE"));
  const ElfFile stripped = open();
  const FunctionTable functions(stripped);
  for (const char* name : {"caller", "shared", "calls_undefined", "main"}) {
    const auto symbol = std::ranges::find(whole.symbols(), name, &Symbol::name);
    const Function* function = functions.starting_at(symbol->address);
    ASSERT_NE(function, nullptr) << name;
    EXPECT_EQ(function->bytes(), symbol->size);
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx",
                  static_cast<unsigned long long>(symbol->address));
    EXPECT_EQ(function->symbol, address);
  }
  for (const Function& function : functions.functions()) {
    const Section* section = stripped.section_at(function.parts[0].begin, 1);
    EXPECT_FALSE(section->name.starts_with(".plt")) << function.symbol;
  }
}

}  // namespace
}  // namespace tracetoll
