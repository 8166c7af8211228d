// Where the debug information of a loaded object comes from, and what is said where there is none.
#include "patch/dwarf/find_arguments.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "elf_file.hpp"
#include "site.hpp"

namespace tracetoll::testing {
namespace {

namespace fs = std::filesystem;

// A copy of the shared object, to be taken apart.
class FindArguments : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/find_arguments_XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    object_ = folder_ + "/places.so";
    fs::copy_file(TT_SHARED_PLACES, object_);
    for (const Site& site : read_sites(ElfFile(object_, ""))) {
      if (site.name == "implied") address_ = site.code_end - 5;
    }
    ASSERT_NE(address_, 0U);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void command(const std::string& line) const {
    ASSERT_EQ(std::system(("cd " + folder_ + " && " + line).c_str()), 0) << line;
  }

  // What attaching says; empty where the arguments are found.
  std::string problem(const std::string& source = "total, this->step, number, made",
                      const std::vector<std::size_t>& missing = {0, 1, 2, 3}) const {
    patch::ArgumentFinder finder(object_, 0x10000, folder_ + "/root");
    try {
      const auto found = finder.find("implied", address_ + 0x10000, source, 4, missing);
      EXPECT_EQ(found.size(), missing.size());
      return {};
    } catch (const patch::PatchError& error) {
      return error.message;
    }
  }

  std::string folder_, object_;
  std::uint64_t address_ = 0;
};

TEST_F(FindArguments, InTheFileItself) {
  EXPECT_EQ(problem(), "");
}

TEST_F(FindArguments, OnlyThoseThatAreMissing) {
  EXPECT_EQ(problem("total, nobody, number, nothing", {0, 2}), "");
}

TEST_F(FindArguments, InTheDebugFileThatTheLinkNames) {
  command(
      "objcopy --only-keep-debug places.so places.debug && strip --strip-debug places.so && "
      "objcopy --add-gnu-debuglink=places.debug places.so");
  EXPECT_EQ(problem(), "");
  command("mkdir .debug && mv places.debug .debug");
  EXPECT_EQ(problem(), "");
}

TEST_F(FindArguments, InTheDebugFileOfTheBuildId) {
  const std::string id = "0123456789abcdef";
  command(
      "printf '\\004\\000\\000\\000\\010\\000\\000\\000\\003\\000\\000\\000GNU\\000"
      "\\001\\043\\105\\147\\211\\253\\315\\357' > note && "
      "objcopy --remove-section .note.gnu.build-id places.so && "
      "objcopy --add-section .note.gnu.build-id=note "
      "--set-section-flags .note.gnu.build-id=readonly places.so && mkdir -p root/.build-id/" +
      id.substr(0, 2) + " && objcopy --only-keep-debug places.so root/.build-id/" +
      id.substr(0, 2) + "/" + id.substr(2) + ".debug && strip --strip-debug places.so");
  EXPECT_EQ(problem(), "");
}

TEST_F(FindArguments, ADebugFileOfAnotherBuildIsNotUsed) {
  command(
      "objcopy --remove-section .note.gnu.build-id places.so && "
      "objcopy --only-keep-debug places.so places.debug && strip --strip-debug places.so && "
      "objcopy --add-gnu-debuglink=places.debug places.so && printf x >> places.debug");
  const std::string said = problem();
  EXPECT_NE(said.find("places.debug is of another build"), std::string::npos) << said;
}

TEST_F(FindArguments, AStrippedFileSaysWhatToDo) {
  command("strip --strip-debug places.so");
  const std::string said = problem();
  EXPECT_NE(said.find("implied: where its arguments (total, this->step, number, made) are is not "
                      "known"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("compile with -g, or write keep(...)"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

TEST_F(FindArguments, EveryArgumentThatIsLostIsNamed) {
  const std::string said = problem("total, nobody, number, nothing");
  EXPECT_NE(said.find("nobody: "), std::string::npos) << said;
  EXPECT_NE(said.find("nothing: "), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("write keep(nobody), keep(nothing)")) << said;
}

TEST_F(FindArguments, ASourceOfOtherLengthThanTheRecordIsRefused) {
  const std::string said = problem("total, number", {0, 1});
  EXPECT_NE(said.find("its source names 2 arguments (total, number), and its record 4"),
            std::string::npos)
      << said;
}

TEST_F(FindArguments, AFileThatIsNoneSaysSo) {
  std::ofstream(object_, std::ios::trunc) << "text";
  EXPECT_NE(problem().find("is no ELF file"), std::string::npos);
  fs::remove(object_);
  EXPECT_NE(problem().find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll::testing
