// Uprobes on this test's own code: a function with a site as usdt's, a NOP of one byte.
#define TT_MARKER_HEADER "none.h"
#include "uprobe_switch.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "marked.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

TEST(UprobeDefinition, HasOffsetsInTheFileAndTheSemaphoreInBrackets) {
  EXPECT_EQ(uprobe_definition("group/event", "/bin/x", {0x1234, 0}),
            "p:group/event /bin/x:0x1234\n");
  EXPECT_EQ(uprobe_definition("group/event", "/bin/x", {0x1234, 0x56}),
            "p:group/event /bin/x:0x1234(0x56)\n");
}

TEST(StaleUprobes, AreOursOfProcessesThatAreGone) {
  const std::string alive = std::to_string(::getpid());
  const std::string events =
      "p:tracetoll_999999999/usdt /bin/x:0x1\n"
      "p:tracetoll_999999999/usdt /bin/x:0x2\n"
      "p:tracetoll_" +
      alive +
      "/usdt /bin/x:0x1\n"
      "p:other_999999999/usdt /bin/x:0x1\n"
      "r:tracetoll_999999999/usdt_sema /bin/x:0x1\n";
  EXPECT_EQ(stale_uprobes(events), std::vector<std::string>{"tracetoll_999999999/usdt"});
  EXPECT_TRUE(stale_uprobes("").empty());
}

class UprobeSwitchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      uprobe = std::make_unique<UprobeSwitch>("test_usdt");
      uprobe->on();
      uprobe->off();
    } catch (const StageError& error) {
      const std::string reason = error.what();
      const bool machine = reason.find("tracefs") != std::string::npos ||
                           reason.find("no uprobe") != std::string::npos ||
                           reason.find("no perf event") != std::string::npos;
      if (machine) GTEST_SKIP() << reason;
      throw;
    }
  }

  std::unique_ptr<UprobeSwitch> uprobe;
};

// The known answer: three passes of the site a call.
TEST_F(UprobeSwitchTest, CountsEveryHitWhileItIsOn) {
  testing::through_usdt(1);
  uprobe->on();
  for (int i = 0; i < 5; ++i) testing::through_usdt(i);
  EXPECT_EQ(uprobe->hits(), 15U);
  uprobe->forget_hits();
  testing::through_usdt(1);
  EXPECT_EQ(uprobe->hits(), 3U);
  uprobe->off();
  testing::through_usdt(1);
  uprobe->on();
  EXPECT_EQ(uprobe->hits(), 0U);
  uprobe->off();
}

TEST_F(UprobeSwitchTest, TheCodeIsAsItWasAfterwards) {
  const int before = testing::through_usdt(7);
  uprobe->on();
  EXPECT_EQ(testing::through_usdt(7), before);
  uprobe->off();
  EXPECT_EQ(testing::through_usdt(7), before);
}

TEST(UprobeSwitch, SitesWithoutANopOfOneByteAreRefused) {
  EXPECT_THROW(UprobeSwitch("test_nop5"), StageError);
  EXPECT_THROW(UprobeSwitch("test_call"), StageError);
  EXPECT_THROW(UprobeSwitch("nowhere"), StageError);
}

}  // namespace
}  // namespace tracetoll
