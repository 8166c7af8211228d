// What Callgrind counts of single instructions. The manual does not say all of it, and single-step
// counts are compared by this: another version of Valgrind may count otherwise.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "callgrind_file.hpp"
#include "child_process.hpp"
#include "temporary_folder.hpp"
#include "valgrind.hpp"

namespace tracetoll::testing {
namespace {

struct Form {
  const char* name;
  std::uint64_t instructions, loads, stores, conditional_branches;
};

constexpr Form kForms[] = {
    // The optimiser of Valgrind would delete this load, whose result nothing uses.
    {"load", 1, 1, 0, 0},
    {"store", 1, 0, 1, 0},
    {"read-modify-write", 1, 0, 1, 0},
    // A loop around a compare-and-exchange inside Valgrind.
    {"locked", 1, 1, 1, 1},
    {"exchange", 1, 1, 1, 1},
    {"compare-exchange", 1, 0, 1, 0},
    {"compare", 1, 1, 0, 0},
    {"push-pop", 2, 1, 1, 0},
    {"push-memory", 2, 2, 1, 0},
    {"copy-string", 3, 1, 1, 0},
    // Three passes that store, one that finds nothing left.
    {"repeated-store", 2 + 4, 0, 3, 4},
    {"call-return", 3, 1, 1, 0},
    {"conditional-move", 2, 1, 0, 0},
    {"branch-taken", 2, 0, 0, 1},
    {"branch-not-taken", 2, 0, 0, 1},
    {"long-nop", 1, 0, 0, 0},
    {"prefetch", 1, 0, 0, 0},
    {"lea", 1, 0, 0, 0},
    {"jump-memory", 3, 1, 1, 0},
    {"bit-scan", 1, 0, 0, 0},
    {"leave", 3, 1, 1, 0},
    {"vector", 2, 1, 1, 0},
};

TEST(Convention, OfSingleInstructions) {
  const char* program = std::getenv("MEMORY_FORMS");
  if (program == nullptr) GTEST_SKIP() << "built without Valgrind's header, or not for x86-64";
  const auto never = [] { return false; };
  const Valgrind valgrind = find_valgrind(never);
  if (!valgrind.missing.empty()) GTEST_SKIP() << valgrind.missing;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/out";
  const ChildResult result = run_child(
      callgrind_command(valgrind.file, file, {program}), 60, [](std::string_view) {}, never);
  ASSERT_TRUE(result.ok()) << result.describe();
  std::ifstream stream(file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  std::map<std::string, CallgrindPart> parts;
  for (const CallgrindPart& part : parse_callgrind(text, "out")) parts[part.name] = part;
  const auto& around = parts.at("nothing").events;
  for (const Form& form : kForms) {
    const auto& events = parts.at(form.name).events;
    const auto own = [&](const char* event) {
      return events.find(std::string_view(event))->second -
             around.find(std::string_view(event))->second;
    };
    EXPECT_EQ(own("Ir"), form.instructions) << form.name;
    EXPECT_EQ(own("Dr"), form.loads) << form.name;
    EXPECT_EQ(own("Dw"), form.stores) << form.name;
    EXPECT_EQ(own("Bc"), form.conditional_branches) << form.name;
  }
}

}  // namespace
}  // namespace tracetoll::testing
