// Sites of shared objects that come and go.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "marked.hpp"
#include "probes.hpp"
#include "shared_object.hpp"

namespace tracetoll::patch_test {
namespace {

namespace fs = std::filesystem;

constexpr int kSites = 4;  // of a variant

fs::path original() {
  const char* path = std::getenv("TT_PATCH_OBJECT");
  return path == nullptr ? "" : path;
}

class Loaded {
 public:
  explicit Loaded(const fs::path& path) : handle_(::dlopen(path.c_str(), RTLD_NOW)) {
    EXPECT_NE(handle_, nullptr) << ::dlerror();
  }
  Loaded(const Loaded&) = delete;
  ~Loaded() { unload(); }

  void unload() {
    if (handle_ != nullptr) ::dlclose(handle_);
    handle_ = nullptr;
  }
  const Marked& marked(const char* variant) const {
    const auto find =
        reinterpret_cast<decltype(&patch_test_marked)>(::dlsym(handle_, "patch_test_marked"));
    return *find(variant);
  }
  // Calls that passing each of its variants once makes.
  unsigned long calls() const {
    take_calls();
    for (const Marked& each : switchable_marked()) marked(each.variant).pass(7);
    const Calls calls = take_calls();
    EXPECT_EQ(calls.wrong, 0U);
    return calls.right;
  }
  const void* address() const { return ::dlsym(handle_, "patch_test_marked"); }

 private:
  void* handle_;
};

int in_module(const std::string& module, const char* pattern = "*") {
  struct Count {
    std::string module;
    int sites;
  } count = {module, 0};
  const auto add = [](const tt_site_state* state, void* data) {
    auto& wanted = *static_cast<Count*>(data);
    wanted.sites += wanted.module == state->module && state->kind != TT_NEVER ? 1 : 0;
  };
  tt_for_each_site(pattern, add, &count);
  return count.sites;
}

class LoadedObjects : public ::testing::Test {
 protected:
  void SetUp() override {
    if (original().empty()) GTEST_SKIP() << "TT_PATCH_OBJECT names no shared object";
    directory_ = fs::temp_directory_path() / ("tracetoll_patch_" + std::to_string(::getpid()));
    fs::create_directories(directory_);
    path_ = directory_ / "object.so";
    fs::copy_file(original(), path_, fs::copy_options::overwrite_existing);
  }
  void TearDown() override {
    tt_detach("*");
    fs::remove_all(directory_);
  }

  fs::path directory_, path_;
};

const unsigned long kAll = switchable_marked().size();

TEST_F(LoadedObjects, SitesOfAnObjectThatWasJustLoadedAreFound) {
  EXPECT_EQ(in_module(path_), 0);
  const Loaded object(path_);
  EXPECT_EQ(in_module(path_), kSites * static_cast<int>(kAll));
  EXPECT_EQ(object.calls(), 0U);
  ASSERT_GT(tt_attach("passed", &counting), 0) << tt_error();
  EXPECT_EQ(object.calls(), kAll);
  ASSERT_GT(tt_detach("passed"), 0) << tt_error();
  EXPECT_EQ(object.calls(), 0U);
}

TEST_F(LoadedObjects, AnObjectWithEnabledSitesCanBeUnloaded) {
  Loaded object(path_);
  const int with = tt_attach("passed", &counting);
  ASSERT_GT(with, 0) << tt_error();
  object.unload();
  EXPECT_EQ(in_module(path_), 0);
  EXPECT_EQ(tt_detach("passed"), with - static_cast<int>(kAll)) << tt_error();
}

TEST_F(LoadedObjects, DetachingWritesNothingWhereAnObjectWas) {
  Loaded object(path_);
  ASSERT_GT(tt_attach("passed", &counting), 0) << tt_error();
  object.unload();
  EXPECT_GT(tt_detach("passed"), 0) << tt_error();
}

TEST_F(LoadedObjects, AnObjectLoadedAgainIsDormantAndCanBeAttachedTo) {
  int reloads_in_place = 0;
  const void* before = nullptr;
  for (int round = 0; round < 5; round++) {
    Loaded object(path_);
    reloads_in_place += object.address() == before ? 1 : 0;
    before = object.address();
    EXPECT_EQ(object.calls(), 0U);
    ASSERT_GT(tt_attach("passed", &counting), 0) << tt_error();
    EXPECT_EQ(object.calls(), kAll);
    object.unload();
    // The program's own sites alone: the object's are gone with it, or were not yet looked at.
    if (round % 2 == 0) {
      ASSERT_GT(tt_detach("passed"), 0) << tt_error();
    } else {
      const Loaded again(path_);
      EXPECT_EQ(again.calls(), 0U);
      ASSERT_GT(tt_detach("passed"), 0) << tt_error();
      EXPECT_EQ(again.calls(), 0U);
    }
  }
  RecordProperty("reloads_in_place", reloads_in_place);
}

TEST_F(LoadedObjects, UnloadingAnotherObjectLeavesEnabledSitesAlone) {
  const fs::path other = directory_ / "other.so";
  fs::copy_file(path_, other);
  const Loaded kept(path_);
  Loaded gone(other);
  ASSERT_GT(tt_attach("passed", &counting), 0) << tt_error();
  gone.unload();
  EXPECT_EQ(kept.calls(), kAll);
  EXPECT_EQ(tt_attach("patch_call:passed", &counting), -1);
  ASSERT_GT(tt_detach("passed"), 0) << tt_error();
  EXPECT_EQ(kept.calls(), 0U);
}

std::string reason_after(const char* pattern) {
  EXPECT_EQ(tt_attach(pattern, &counting), -1);
  return tt_error();
}

TEST_F(LoadedObjects, AFileThatIsGoneIsNamed) {
  const Loaded object(path_);
  fs::remove(path_);
  const std::string reason = reason_after("no_such_site");
  EXPECT_NE(reason.find("the sites of " + path_.string() + " are not known"), std::string::npos)
      << reason;
  EXPECT_NE(reason.find("No such file"), std::string::npos) << reason;
}

TEST_F(LoadedObjects, AFileThatWasReplacedIsNotTrusted) {
  const Loaded object(path_);
  fs::remove(path_);
  fs::copy_file("/proc/self/exe", path_);
  EXPECT_NE(reason_after("no_such_site").find("is not the one that is loaded"), std::string::npos);
}

// Another build can differ in nothing but its build id.
TEST_F(LoadedObjects, AFileWithAnotherBuildIdIsNotTrusted) {
  std::string bytes;
  {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    bytes = text.str();
  }
  const std::size_t note = bytes.find(std::string("\x03\0\0\0GNU", 8));
  ASSERT_NE(note, std::string::npos) << "the object has no build id";
  const Loaded object(path_);
  fs::remove(path_);
  bytes[note + 8] = static_cast<char>(bytes[note + 8] ^ 1);
  std::ofstream(path_, std::ios::binary) << bytes;
  EXPECT_NE(reason_after("no_such_site").find("is not the one that is loaded"), std::string::npos);
}

TEST_F(LoadedObjects, AFileThatWasCutShortIsNotTrusted) {
  const fs::path kept = directory_ / "kept.so";
  fs::copy_file(path_, kept);
  const Loaded object(path_);
  fs::remove(path_);
  fs::copy_file(kept, path_);
  fs::resize_file(path_, fs::file_size(path_) / 2);
  EXPECT_NE(reason_after("no_such_site").find("is cut short"), std::string::npos);
}

TEST_F(LoadedObjects, AFileWithoutSectionHeadersIsNamed) {
  // sstrip'd from the start: e_shoff, e_shnum and e_shstrndx are 0.
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(0x28).write("\0\0\0\0\0\0\0\0", 8);
  file.seekp(0x3c).write("\0\0\0\0", 4);
  file.close();
  const Loaded object(path_);
  EXPECT_NE(reason_after("no_such_site").find("no section headers"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll::patch_test
