// Where stubs are, and what their pages allow.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "stub_marked.hpp"
#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

// "r-xp" and so on.
std::string permissions_at(const void* address) {
  FILE* maps = std::fopen("/proc/self/maps", "re");
  char line[4352];
  std::string result;
  while (maps != nullptr && std::fgets(line, sizeof(line), maps) != nullptr) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char permissions[5] = {};
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, permissions) == 3 &&
        number(address) >= begin && number(address) < end)
      result = permissions;
  }
  if (maps != nullptr) std::fclose(maps);
  return result;
}

TEST(StubMemory, CodeCannotBeWrittenAndDataCannotBeExecuted) {
  Stub* stub = make_stub(reinterpret_cast<const char*>(marked_leaf) + 5);
  EXPECT_EQ(permissions_at(entry_of(stub)), "r-xp");
  EXPECT_EQ(permissions_at(stub), "rw-p");
  free_stub(stub);
}

// Sites at the ends of the address space, and far from all else.
TEST(StubMemory, IsWithinReachOfItsSiteWhereverThatIs) {
  std::vector<void*> pages;
  for (const std::uintptr_t place : {0x10000000ul, 0x7000'0000'0000ul, 0x100000000000ul}) {
    void* page = mmap(reinterpret_cast<void*>(place), 4096, PROT_READ | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) continue;
    pages.push_back(page);
    const char* next = static_cast<const char*>(page) + 1234;
    Stub* stub = make_stub(next);
    const std::int64_t distance = static_cast<const char*>(entry_of(stub)) - next;
    EXPECT_EQ(distance, static_cast<std::int32_t>(distance)) << page;
    free_stub(stub);
  }
  EXPECT_FALSE(pages.empty());
  for (void* page : pages) munmap(page, 4096);
}

TEST(StubMemory, OfManySitesIsMadeInOrderAndUsedAgain) {
  const char* code = reinterpret_cast<const char*>(marked_leaf);
  std::vector<const void*> next;
  for (int i = 0; i < 20'000; ++i) next.push_back(code + i);
  const std::vector<Stub*> stubs = make_stubs(next);
  ASSERT_EQ(stubs.size(), next.size());
  std::map<const void*, int> entries;
  for (std::size_t i = 0; i < stubs.size(); ++i) {
    EXPECT_EQ(stubs[i]->next, next[i]);
    ++entries[entry_of(stubs[i])];
    // Its last jump goes there.
    const auto* jump = static_cast<const std::uint8_t*>(entry_of(stubs[i])) + 23;
    std::int32_t distance = 0;
    std::memcpy(&distance, jump + 1, sizeof(distance));
    ASSERT_EQ(*jump, 0xe9);
    ASSERT_EQ(jump + 5 + distance, next[i]);
  }
  EXPECT_EQ(entries.size(), stubs.size());
  for (Stub* stub : stubs) free_stub(stub);
  std::size_t used_again = 0;
  const std::vector<Stub*> others = make_stubs(next);
  for (Stub* stub : others) used_again += entries.count(entry_of(stub));
  EXPECT_EQ(used_again, others.size());
  for (Stub* stub : others) free_stub(stub);
}

TEST(StubMemory, ArgumentsInTheSamePlacesShareTheirCode) {
  const struct tt_probe probe = probe_of(
      +[](tt_marker*, const char*) {}, TT_SAVES_INTEGERS);
  const std::vector<Argument> arguments = {{.in = Argument::In::general_register, .number = 3}};
  Stub* one = make_stub(reinterpret_cast<const char*>(marked_leaf) + 5);
  Stub* other = make_stub(reinterpret_cast<const char*>(marked_leaf) + 6);
  attach(one, probe, nullptr, arguments);
  attach(other, probe, nullptr, arguments);
  EXPECT_EQ(one->attachment.load()->entry, other->attachment.load()->entry);
  EXPECT_NE(one->attachment.load()->entry, probe.call);
  for (Stub* stub : {one, other}) {
    detach(stub);
    free_stub(stub);
  }
  EXPECT_EQ(free_attachments(), 0u);
}

}  // namespace
}  // namespace tracetoll::patch
