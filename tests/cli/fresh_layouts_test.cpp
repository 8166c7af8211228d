#include "fresh_layouts.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

// As ninja prints it, the objects left out but for two.
const std::string kLink =
    "c++  -o bench/layout_01 bench/libshared_host.a.p/host_graph.cpp.o "
    "bench/libdriver.a.p/layout_main.cpp.o -fuse-ld=lld -Wl,--as-needed -pie "
    "'-Wl,--shuffle-sections=.text*=1' markers/libprobe.a";

TEST(LinkCommand, HasAnotherSeedAndAnotherOutput) {
  EXPECT_EQ(link_command_for(kLink, 17, "bench/fresh_5"),
            "c++  -o 'bench/fresh_5' bench/libshared_host.a.p/host_graph.cpp.o "
            "bench/libdriver.a.p/layout_main.cpp.o -fuse-ld=lld -Wl,--as-needed -pie "
            "'-Wl,--shuffle-sections=.text*=17' markers/libprobe.a");
}

// Anything else would link layout 1 again, or over it.
TEST(LinkCommand, ACommandOfSomethingElseIsRefused) {
  const auto complaint_of = [](const std::string& command) -> std::string {
    try {
      link_command_for(command, 17, "bench/fresh_5");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint_of(kLink), "");
  std::string other = kLink;
  for (const std::string& command : {std::string(), std::string("ninja: no work to do."),
                                     other.replace(other.find("layout_01"), 9, "layout_02"),
                                     kLink.substr(0, kLink.find("'-Wl,--shuffle"))}) {
    const std::string complaint = complaint_of(command);
    EXPECT_NE(complaint.find("rebuild it with ./dev"), std::string::npos) << command;
    EXPECT_EQ(complaint.find('\n'), std::string::npos);
  }
}

// In ninja's words; a command that is long is in a response file, which -x writes out.
TEST(LinkCommand, IsFoundInWhatNinjaPrints) {
  const std::string begin = "ninja: Entering directory `build'\n[\n";
  const std::string other = R"({"directory": "/b", "command": "c++ -o tool", "output": "tool"})";
  const std::string layout =
      R"({"directory": "/b", "command": "c++ -o bench/layout_01", "output": "bench/layout_01"})";
  EXPECT_EQ(first_link_command(begin + other + ",\n" + layout + "\n]\n"), "c++ -o bench/layout_01");
  for (const std::string& text :
       {std::string(), std::string("ninja: error"), begin, begin + other + "]",
        begin + layout.substr(0, 40), begin + "1, null, []]", begin + R"({"output": 1}])",
        begin + R"({"output": "bench/layout_01", "command": 5}])",
        begin + R"({"output": "bench/layout_01"}])"})
    EXPECT_THROW(first_link_command(text), InputError) << text;
}

TEST(FreshLayouts, OutsideABuildFolderThereAreNone) {
  FreshLayouts fresh("/no/such/folder/bench", [] { return false; });
  try {
    fresh.link(17);
    FAIL() << "linked something";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/folder is not a build folder"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tracetoll
