// Who unwinds out of a probe finds the site's function, at its line, and its callers.
#include <execinfo.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "stub_marked.hpp"
#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

std::vector<void*> frames;
void note_backtrace(tt_marker*, const char*, int, int) {
  std::array<void*, 64> found{};
  const int count = backtrace(found.data(), static_cast<int>(found.size()));
  // A sanitizer's backtrace() has a frame of its own before the probe's.
  const auto* begin = reinterpret_cast<const char*>(note_backtrace);
  auto* const at_probe = std::find_if(found.begin(), found.begin() + count, [&](const void* at) {
    return at > begin && at < begin + 4096;
  });
  frames.assign(at_probe, found.begin() + count);
}

bool is_in(const void* address, int (*function)(int)) {
  const auto* begin = reinterpret_cast<const char*>(function);
  return address > begin && address < begin + 128;
}

class StubUnwind : public testing::TestWithParam<int> {};

TEST_P(StubUnwind, BacktraceGoesFromTheProbeToTheSiteAndItsCallers) {
  const SwitchedSite site("leaf", probe_of(note_backtrace, GetParam()));
  frames.clear();
  EXPECT_EQ(marked_caller(5), 16);
  const auto at_site = std::find_if(frames.begin(), frames.end(),
                                    [](void* address) { return is_in(address, marked_leaf); });
  ASSERT_NE(at_site, frames.end());
  EXPECT_EQ(*at_site, site.stub()->next);
  EXPECT_EQ(at_site - frames.begin(), 2) << "the probe, tt_stub_common, the site's function";
  ASSERT_NE(at_site + 1, frames.end());
  EXPECT_TRUE(is_in(*(at_site + 1), marked_caller));
  EXPECT_GT(frames.end() - at_site, 4) << "main and its callers";
}

// The registers that the site had.
struct Found {
  std::uintptr_t address = 0;
  std::uintptr_t frame = 0;
  std::array<std::uintptr_t, 16> registers{};
};
Found found;
std::array<std::uintptr_t, 16> at_probe;

_Unwind_Reason_Code look(_Unwind_Context* context, void* wanted) {
  if (_Unwind_GetIP(context) != reinterpret_cast<std::uintptr_t>(wanted)) return _URC_NO_REASON;
  found.address = _Unwind_GetIP(context);
  found.frame = _Unwind_GetCFA(context);
  // Those that stub_common.S saves, by DWARF's numbers.
  for (const int number : {0, 1, 2, 4, 5, 6, 8, 9, 10, 11})
    found.registers[static_cast<std::size_t>(number)] = _Unwind_GetGR(context, number);
  return _URC_END_OF_STACK;
}

const void* return_address = nullptr;
void unwind(tt_marker*, const char*, std::uintptr_t rax, std::uintptr_t rcx, std::uintptr_t rsi,
            std::uintptr_t r8, std::uintptr_t r10, std::uintptr_t r11) {
  at_probe[0] = rax;
  at_probe[2] = rcx;
  at_probe[4] = rsi;
  at_probe[8] = r8;
  at_probe[10] = r10;
  at_probe[11] = r11;
  _Unwind_Backtrace(look, const_cast<void*>(return_address));
}

TEST_P(StubUnwind, FindsTheRegistersOfTheSite) {
  std::vector<Argument> arguments;
  for (const int number : {0, 2, 4, 8, 10, 11})
    arguments.push_back({.in = Argument::In::general_register, .number = number});
  const std::uint8_t* nop = nullptr;
  {
    const SwitchedSite by_name("leaf", {nullptr, GetParam(), TT_STOP_AT_JUMP});
    nop = static_cast<const std::uint8_t*>(by_name.stub()->next) - 5;
  }
  const SwitchedSite site(nop, probe_of(unwind, GetParam()), nullptr, arguments);
  return_address = nop + 5;
  found = {};
  EXPECT_EQ(marked_caller(7), 22);
  ASSERT_EQ(found.address, reinterpret_cast<std::uintptr_t>(return_address));
  for (const std::size_t number : {0u, 2u, 4u, 8u, 10u, 11u})
    EXPECT_EQ(found.registers[number], at_probe[number]) << "DWARF register " << number;
}

std::string name_of(const testing::TestParamInfo<int>& info) {
  return info.param == TT_SAVES_INTEGERS ? "Integers" : "Vectors";
}
INSTANTIATE_TEST_SUITE_P(Saving, StubUnwind, testing::Values(TT_SAVES_INTEGERS, TT_SAVES_VECTORS),
                         name_of);

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string output;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), pipe) != nullptr) output += part.data();
  pclose(pipe);
  return output;
}

__attribute__((noinline)) void stop_in_probe(tt_marker*, const char*, int, int) {
  __asm__ volatile("");
}

// What gdb debugs.
TEST(StubUnderGdb, DISABLED_Hit) {
  const SwitchedSite site("leaf", probe_of(stop_in_probe, TT_SAVES_INTEGERS));
  EXPECT_EQ(marked_caller(5), 16);
}

TEST(StubUnderGdb, BacktraceShowsTheSitesLineItsCallersAndItsValues) {
  if (std::system("gdb --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gdb is not installed";
  const std::string output = output_of(
      "gdb -nx -batch -ex 'set pagination off' -ex 'set debuginfod enabled off' "
      "-ex 'break stop_in_probe' -ex run -ex backtrace -ex 'frame 2' -ex 'print value' "
      "-ex 'print tripled' -ex up -ex 'print value' --args /proc/" +
      std::to_string(getpid()) +
      "/exe --gtest_also_run_disabled_tests --gtest_filter=StubUnderGdb.DISABLED_Hit 2>&1");
  if (output.find("ptrace") != std::string::npos &&
      output.find("not permitted") != std::string::npos)
    GTEST_SKIP() << "gdb may not trace here";
  EXPECT_NE(output.find("in tt_stub_common"), std::string::npos) << output;
  EXPECT_NE(output.find("stub_marked.cpp:" + std::to_string(marked_line())), std::string::npos)
      << output;
  EXPECT_NE(output.find("in tracetoll::patch::marked_caller"), std::string::npos) << output;
  EXPECT_NE(output.find("$1 = 5"), std::string::npos) << output;
  EXPECT_NE(output.find("$2 = 15"), std::string::npos) << output;
  EXPECT_EQ(output.find("corrupt stack"), std::string::npos) << output;
}

}  // namespace
}  // namespace tracetoll::patch
