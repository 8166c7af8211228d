// Whatever happens to a file, reading it gives samples or an InputError of one line. The sanitizers
// see the rest.

#include <gtest/gtest.h>

#include <random>

#include "samples_text.hpp"

namespace tracetoll {
namespace {

// With names of patched and multiplied variants, sound and not, and a target.
const std::string kHeaderOfNames =
    R"({"schema":"tracetoll.samples/1","context":{"seed":7,"target_percent":1.5,"workloads":[)"
    R"({"name":"select_500","dosed_hits_per_op":64}],"variants":["none","call","nop5*0",)"
    R"("nop5*99999999999","*4","nop5@jump","a@","@jump"]}})";

const std::string kWhole =
    kHeaderOfNames + "\n" + kBlock + "\n" + block_with("\"round\":1", "\"round\":2") + "\n" +
    block_with("\"call\"", "\"nop5*0\",\"loop_ns\":1e5,\"steal_ns\":0,\"migrations\":1") + "\n" +
    R"({"failure":{"replicate":1,"layout":2,"reason":"killed"}})" + "\n" + kEnd + "\n";

// True when the text is read; any exception but InputError escapes and fails the test.
bool survives(const std::string& text) {
  std::string message;
  try {
    read_text(text);
    return true;
  } catch (const InputError& error) {
    message = error.what();
  }
  EXPECT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos);
  return false;
}

// A killed run can end anywhere: from the first whole line on, every cut is readable.
TEST(SamplesFuzz, CutAtEveryByte) {
  for (std::size_t length = 0; length <= kWhole.size(); ++length) {
    EXPECT_EQ(survives(kWhole.substr(0, length)), length >= kHeaderOfNames.size()) << length;
  }
}

TEST(SamplesFuzz, EveryBitFlipped) {
  for (std::size_t i = 0; i < kWhole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string text = kWhole;
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
      survives(text);
    }
  }
}

TEST(SamplesFuzz, RandomDamage) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int run = 0; run < 3000; ++run) {
    std::string text = kWhole;
    for (std::size_t edits = 1 + below(8); edits > 0; --edits) {
      const std::size_t at = below(text.size());
      const std::size_t length = std::min(below(40), text.size() - at);
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.insert(at, text.substr(below(text.size()), length));
          break;
        case 2:
          if (length < text.size()) text.erase(at, length);
          break;
        default:
          text.insert(at, std::string(1 + below(30), "[{\"0-e,"[below(7)]));
          break;
      }
    }
    survives(text);
  }
}

}  // namespace
}  // namespace tracetoll
