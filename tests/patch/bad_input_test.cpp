// What may be forbidden, broken or in the way: sites stay as they were, and the error says why.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "child.hpp"
#include "marked.hpp"
#include "probes.hpp"

namespace tracetoll::patch_test {
namespace {

constexpr const char* kPatched[] = {"static_key", "patch_call", "patch_dwarf", "immediate"};

std::string passed_of(const std::string& variant) {
  return variant + ":passed";
}

tt_site_state state_of(const std::string& pattern) {
  tt_site_state state = {};
  const auto copy = [](const tt_site_state* site, void* data) {
    *static_cast<tt_site_state*>(data) = *site;
  };
  EXPECT_EQ(tt_for_each_site(pattern.c_str(), copy, &state), 1) << tt_error();
  return state;
}

std::string bytes_of(const tt_site_state& site) {
  return std::string(static_cast<const char*>(site.address), 5);
}

// What attach_once.cpp prints of a site that is attached in a process of its own, where `rule`
// holds.
std::string attach_without(const std::string& rule, const std::string& pattern) {
  const char* program = std::getenv("TT_ATTACH_ONCE");
  if (program == nullptr) return "no program";
  // It ends with a probe attached, and only a stub's memory knows that: LeakSanitizer does not look
  // there.
  const std::string command = "ASAN_OPTIONS=detect_leaks=0 " + std::string(program) + " " + rule;
  FILE* output = ::popen((command + " " + pattern).c_str(), "r");
  char line[1024] = {};
  if (output == nullptr || std::fgets(line, sizeof line, output) == nullptr) return "no output";
  ::pclose(output);
  return line;
}

// Does the text begin with `begin`? A machine where no filter can be set proves nothing.
void expect_said(const std::string& said, const std::string& begin) {
  if (said == "no filter") GTEST_SKIP() << "no seccomp filter can be set here";
  EXPECT_EQ(said.rfind(begin, 0), 0U) << said;
}

TEST(BadInput, WithoutARuleTheSiteIsCalledOnce) {
  for (const char* variant : kPatched)
    expect_said(attach_without("nothing", passed_of(variant)), "attached, called 1");
}

TEST(BadInput, MemoryThatCannotBeOpenedLeavesSitesAsTheyWere) {
  for (const char* variant : {"static_key", "immediate"})
    expect_said(attach_without("opening", passed_of(variant)),
                "unchanged: /proc/self/mem cannot be opened (Operation not permitted)");
  for (const char* variant : {"patch_call", "patch_dwarf"})
    expect_said(attach_without("opening", passed_of(variant)), "unchanged: ");
}

TEST(BadInput, TextThatCannotBeWrittenLeavesSitesAsTheyWere) {
  for (const char* variant : {"static_key", "immediate"})
    expect_said(attach_without("writing", passed_of(variant)), "unchanged: the code at 0x");
  for (const char* variant : {"patch_call", "patch_dwarf"})
    expect_said(attach_without("writing", passed_of(variant)), "unchanged: ");
}

TEST(BadInput, StubsThatCannotBeExecutableLeaveSitesAsTheyWere) {
  expect_said(attach_without("executing", "patch_call:passed"), "unchanged: ");
  expect_said(attach_without("executing", "static_key:passed"), "attached, called 1");
}

TEST(BadInput, GuardsNeedNoPermission) {
  for (const char* rule : {"opening", "writing", "executing", "barriers"})
    for (const char* variant : {"call", "flag_site"})
      expect_said(attach_without(rule, passed_of(variant)), "attached, called 1");
}

TEST(BadInput, WithoutMembarrierOneThreadIsPatchedAndTwoAreRefused) {
  expect_said(attach_without("barriers", "static_key:passed"), "attached, called 1");
  expect_said(attach_without("barriers-two-threads", "static_key:passed"),
              "unchanged: the kernel has no membarrier SYNC_CORE");
}

bool write_text(const void* address, const std::string& bytes) {
  const int memory = ::open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  const bool written = ::pwrite(memory, bytes.data(), bytes.size(),
                                static_cast<off_t>(reinterpret_cast<std::uintptr_t>(address))) ==
                       static_cast<ssize_t>(bytes.size());
  ::close(memory);
  return written;
}

TEST(BadInput, PartsOfAStubAreForSitesThatHaveOne) {
  const struct tt_probe jump = {nullptr, TT_SAVES_INTEGERS, TT_STOP_AT_JUMP};
  EXPECT_EQ(tt_attach("static_key:passed", &jump), -1);
  EXPECT_NE(std::string(tt_error()).find("no stub"), std::string::npos) << tt_error();
  ASSERT_EQ(tt_attach("patch_call:passed", &jump), 1) << tt_error();
  marked("patch_call").pass(1);
  EXPECT_EQ(take_calls().right, 0U);
  EXPECT_EQ(tt_detach("patch_call:passed"), 1) << tt_error();
}

TEST(BadInput, ASiteWithOtherBytesThanItsRecordPromisesIsRefused) {
  for (const char* variant : {"static_key", "patch_call", "patch_dwarf"}) {
    const tt_site_state site = state_of(passed_of(variant));
    const std::string before = bytes_of(site);
    // Another NOP of five bytes: harmless, and not ours.
    ASSERT_TRUE(write_text(site.address, std::string("\x66\x66\x66\x66\x90", 5)));
    EXPECT_EQ(tt_attach((std::string(variant) + ":*").c_str(), &counting), -1);
    const std::string error = tt_error();
    EXPECT_NE(error.find(passed_of(variant) + " at 0x"), std::string::npos) << error;
    EXPECT_NE(error.find("should be 0f 1f 44 00 00 and are 66 66 66 66 90"), std::string::npos)
        << error;
    EXPECT_EQ(bytes_of(site), std::string("\x66\x66\x66\x66\x90", 5));
    ASSERT_TRUE(write_text(site.address, before));
    EXPECT_EQ(tt_attach(passed_of(variant).c_str(), &counting), 1) << tt_error();
    EXPECT_EQ(tt_detach(passed_of(variant).c_str()), 1) << tt_error();
  }
}

TEST(BadInput, AnEnabledSiteThatSomethingElseChangedIsNotDetached) {
  const tt_site_state site = state_of("static_key:passed");
  ASSERT_EQ(tt_attach("static_key:passed", &counting), 1) << tt_error();
  const std::string enabled = bytes_of(site);
  ASSERT_TRUE(write_text(site.address, std::string("\x66\x66\x66\x66\x90", 5)));
  EXPECT_EQ(tt_detach("static_key:passed"), -1);
  EXPECT_EQ(bytes_of(site), std::string("\x66\x66\x66\x66\x90", 5));
  ASSERT_TRUE(write_text(site.address, enabled));
  EXPECT_EQ(tt_detach("static_key:passed"), 1) << tt_error();
}

// A probe that stays until it is let go.
std::atomic<int> inside, let_go;

void staying(tt_marker*, const char*, ...) {
  inside++;
  while (let_go == 0) std::this_thread::yield();
}

const struct tt_probe kStaying = {reinterpret_cast<tt_function>(staying), TT_SAVES_VECTORS, 0};

TEST(BadInput, AProbeThatIsDetachedWhileAThreadIsInItIsWaitedFor) {
  for (const char* variant : {"patch_call", "patch_dwarf"}) {
    ASSERT_EQ(tt_synchronize(-1), 0) << "no other thread: what was called directly is left";
    inside = let_go = 0;
    ASSERT_EQ(tt_attach(passed_of(variant).c_str(), &kStaying), 1) << tt_error();
    std::thread thread([&] { marked(variant).pass(1); });
    while (inside == 0) std::this_thread::yield();
    EXPECT_EQ(tt_detach(passed_of(variant).c_str()), 1) << tt_error();
    EXPECT_EQ(tt_synchronize(20), -1);
    EXPECT_NE(std::string(tt_error()).find("still in a probe"), std::string::npos);
    // The site can have another probe meanwhile.
    EXPECT_EQ(tt_attach(passed_of(variant).c_str(), &counting), 1) << tt_error();
    take_calls();
    marked(variant).pass(2);
    EXPECT_EQ(take_calls().right, 1U);
    EXPECT_EQ(tt_detach(passed_of(variant).c_str()), 1) << tt_error();
    let_go = 1;
    EXPECT_EQ(tt_synchronize(-1), 0) << tt_error();
    thread.join();
  }
}

TEST(BadInput, WhereNobodyCountsTheThreadsInAProbeWaitingForThemFails) {
  inside = let_go = 0;
  ASSERT_EQ(tt_attach("call:passed", &kStaying), 1) << tt_error();
  std::thread thread([] { marked("call").pass(1); });
  while (inside == 0) std::this_thread::yield();
  EXPECT_EQ(tt_detach("call:passed"), 1) << tt_error();
  EXPECT_EQ(tt_synchronize(0), -1);
  EXPECT_NE(std::string(tt_error()).find("nobody knows"), std::string::npos) << tt_error();
  let_go = 1;
  thread.join();
  EXPECT_EQ(tt_synchronize(0), 0) << tt_error();
}

TEST(BadInput, AThreadThatBlocksTheTrapIsNotRunOver) {
  std::atomic<int> blocked = 0, end = 0;
  std::thread thread([&] {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
    blocked = 1;
    while (end == 0) std::this_thread::yield();
  });
  while (blocked == 0) std::this_thread::yield();
  EXPECT_EQ(tt_attach("static_key:passed", &counting), -1);
  EXPECT_NE(std::string(tt_error()).find("blocks SIGTRAP"), std::string::npos) << tt_error();
  EXPECT_EQ(tt_attach("call:passed", &counting), 1) << tt_error();
  EXPECT_EQ(tt_detach("call:passed"), 1) << tt_error();
  end = 1;
  thread.join();
  EXPECT_EQ(tt_attach("static_key:passed", &counting), 1) << tt_error();
  EXPECT_EQ(tt_detach("static_key:passed"), 1) << tt_error();
}

std::string toggle() {
  if (tt_attach("static_key:passed", &counting) != 1) return tt_error();
  take_calls();
  marked("static_key").pass(1);
  if (take_calls().right != 1) return "not called";
  return tt_detach("static_key:passed") == 1 ? "" : tt_error();
}

volatile std::sig_atomic_t traps_of_program = 0;

TEST(BadInput, TrapsOfTheProgramGoToItsOwnHandler) {
  EXPECT_EQ(in_child([]() -> std::string {
              ::signal(SIGTRAP, [](int) { traps_of_program = traps_of_program + 1; });
              const std::string error = toggle();
              ::raise(SIGTRAP);
              __asm__ volatile("int3");
              return error + std::to_string(traps_of_program);
            }),
            "2");
}

TEST(BadInput, AHandlerThatTheProgramInstallsLaterStaysInUse) {
  EXPECT_EQ(in_child([]() -> std::string {
              std::string error = toggle();
              ::signal(SIGTRAP, [](int) { traps_of_program = traps_of_program + 1; });
              error += toggle();
              ::raise(SIGTRAP);
              return error + std::to_string(traps_of_program);
            }),
            "1");
}

TEST(BadInput, ATrapOfNobodyEndsTheProgram) {
  const auto without_core = [] {
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(SIGTRAP, SIG_DFL);
  };
  const std::string died = "signal " + std::to_string(SIGTRAP);
  EXPECT_EQ(in_child([&]() -> std::string {
              without_core();
              toggle();
              __asm__ volatile("int3");
              return "went on";
            }),
            died);
  EXPECT_EQ(in_child([&]() -> std::string {
              without_core();
              toggle();
              ::raise(SIGTRAP);
              return "went on";
            }),
            died);
}

TEST(BadInput, AChildSwitchesItsOwnCopyAlone) {
  ASSERT_EQ(tt_attach("patch_call:passed", &counting), 1) << tt_error();
  const std::string said = in_child([]() -> std::string {
    take_calls();
    marked("patch_call").pass(1);
    std::string text = std::to_string(take_calls().right);
    if (tt_detach("patch_call:passed") != 1) return tt_error();
    marked("patch_call").pass(2);
    text += " " + std::to_string(take_calls().right);
    if (tt_attach("static_key:passed", &counting) != 1) return tt_error();
    return text;
  });
  EXPECT_EQ(said, "1 0");
  take_calls();
  marked("patch_call").pass(3);
  marked("static_key").pass(4);
  EXPECT_EQ(take_calls().right, 1U);
  EXPECT_EQ(tt_detach("patch_call:passed"), 1) << tt_error();
}

}  // namespace
}  // namespace tracetoll::patch_test
