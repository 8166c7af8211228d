// Any bytes are parts or one complaint: a file of a program that died must not become a count.
#include "callgrind_file.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

constexpr const char* kTwoParts =
    "# callgrind format\n"
    "version: 1\n"
    "\n"
    "part: 1\n"
    "desc: I1 cache: 32768 B, 64 B, 8-way associative\n"
    "desc: Trigger: Client Request: 7 0\n"
    "events: Ir Dr Bc\n"
    "summary: 26 1\n"
    "\n"
    "fn=(1) main\n"
    "0 17 1\n"
    "\n"
    "totals: 17 1\n"
    "\n"
    "part: 2\n"
    "desc: Trigger: Client Request: 7 16\n"
    "events: Ir Dr Bc\n"
    "summary: 218 17 17\n"
    "totals: 209 17 17\n";

std::string complaint(const std::string& text) {
  try {
    parse_callgrind(text, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string events_and(const std::string& rest) {
  return "events: Ir Dr\n" + rest;
}

// The totals differ from what was counted by what stands around a dump.
TEST(CallgrindFile, HasTheSummariesOfNamedParts) {
  const auto parts = parse_callgrind(kTwoParts, "file");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].name, "7 0");
  EXPECT_EQ(parts[0].events.at("Ir"), 26U);
  EXPECT_EQ(parts[0].events.at("Bc"), 0U) << "zeros at the end are left out";
  EXPECT_EQ(parts[1].name, "7 16");
  EXPECT_EQ(parts[1].events.at("Bc"), 17U);
}

// A name of the part before would give a dump another one's counts.
TEST(CallgrindFile, APartThatNobodyNamedHasNoName) {
  const auto parts = parse_callgrind(std::string(kTwoParts) +
                                         "part: 3\ndesc: Trigger: Program termination\nevents: Ir\n"
                                         "summary: 0\ntotals: 0\n",
                                     "file");
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[2].name, "");
}

// Cut anywhere, no number changes: a part is whole or not there.
TEST(CallgrindFile, CutAnywhereItHasWholePartsOrAComplaint) {
  const std::string text = kTwoParts;
  const auto whole = parse_callgrind(text, "file");
  for (std::size_t size = 0; size < text.size(); ++size) {
    std::vector<CallgrindPart> parts;
    try {
      parts = parse_callgrind(text.substr(0, size), "file");
    } catch (const InputError&) {
      continue;
    }
    ASSERT_LT(parts.size(), 2U) << size;
    if (!parts.empty()) {
      EXPECT_EQ(parts[0].events, whole[0].events) << size;
    }
  }
}

TEST(CallgrindFile, WhatIsNoneIsNamed) {
  EXPECT_EQ(complaint(""), "file:0: no events: is no file of Callgrind");
  EXPECT_EQ(complaint("hello\n"), "file:1: no events: is no file of Callgrind");
  EXPECT_EQ(complaint(events_and("summary: 1 2 3\n")), "file:2: more figures than events");
  EXPECT_EQ(complaint(events_and("summary: 1 -2\n")), "file:2: '-2' is no count");
  EXPECT_EQ(complaint(events_and("summary: 99999999999999999999\n")),
            "file:2: '99999999999999999999' is no count");
  EXPECT_EQ(complaint("summary: 1\n"), "file:1: a summary of no events");
  EXPECT_EQ(complaint("events: Ir Ir\nsummary: 1 2\n"), "file:2: an event is named twice");
  EXPECT_EQ(complaint("events:\n"), "file:1: not from 1 to 64 events");
  EXPECT_EQ(complaint("desc: Trigger: Client Request: " + std::string(101, 'x') + "\n"),
            "file:1: the name of a dump is too long");
}

// Bytes that are no text, one changed at a time.
TEST(CallgrindFile, AnyByteAnywhereIsLegalOrAComplaint) {
  const std::string text = kTwoParts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : {'\0', '\n', ' ', '9', '\x80', '\xff'}) {
      std::string changed = text;
      changed[i] = byte;
      complaint(changed);
    }
  }
}

}  // namespace
}  // namespace tracetoll
