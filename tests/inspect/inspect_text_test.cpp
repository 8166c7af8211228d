// An inspection made by hand, in both formats.
#include "inspect_text.hpp"

#include <gtest/gtest.h>

#include "inspect_json.hpp"

namespace tracetoll {
namespace {

InspectedSite usdt() {
  InspectedSite site;
  site.found.kind = SiteKind::sdt;
  site.found.provider = "app";
  site.found.name = "request";
  site.found.address = 0x40113c;
  site.found.size = 1;
  Operand operand;
  operand.text = "%rax";
  operand.bytes = 8;
  operand.place = Operand::Place::general_register;
  site.found.operands = {operand, operand};
  site.function = "ns::serve(Request const&)";
  site.offset = 0x1c;
  site.source = "serve.cpp:12";
  site.inlined = {"trace(int)"};
  site.code = DormantCode{"nop", 1, 1, 0, 0, 0};
  site.alignment = 4;
  site.patching = {Patchable::one_write, "inside 8 aligned bytes"};
  site.operands = OperandCost{.loads = 1, .moves = 2, .addresses = {1, 2, 3}};
  return site;
}

InspectedSite guarded() {
  InspectedSite site;
  site.found.kind = SiteKind::lttng;
  site.found.provider = "app";
  site.found.name = "odd\x1b[31m";
  site.found.address = 0x401200;
  site.found.size = 9;
  site.found.notes = {"its state is nowhere"};
  site.function = "f";
  site.in_cold_part = true;
  site.code = DormantCode{"cmpl jne", 9, 2, 1, 1, 0};
  site.body_bytes = 30;
  site.alignment = 64;
  site.patching = {Patchable::flag, "a guard reads its state"};
  return site;
}

Inspection inspection() {
  Inspection result;
  result.file = "app";
  result.compiler = "GCC: 12";
  result.functions_in_file = 7;
  result.sites = {guarded(), usdt()};
  InspectedFunction function;
  function.name = "ns::serve(Request const&)";
  function.address = 0x401120;
  function.sites = 1;
  function.cost = 4;
  function.shape.hot.bytes = 90;
  function.shape.hot.cache_lines = 2;
  function.shape.total.bytes = 120;
  function.shape.total.cache_lines = 3;
  function.shape.frame_bytes = 24;
  function.shape.variable_frame = true;
  function.shape.loops = {{0x401130, 20, 5, 1, 4, 0}};
  result.functions = {function};
  return result;
}

// The dearest site comes first; what the file calls things cannot command the terminal.
TEST(InspectText, Golden) {
  EXPECT_EQ(inspect_text(inspection(), 20), R"(app: x86-64, GCC: 12
sites: 1 lttng, 1 sdt
functions: 1 with sites or asked for, of 7

Sites, dearest first: what runs for them while they are dormant, operands among it (2)
  insns loads branch bytes  align  patched by         kind and name
      4     1      0     1      4  one write          sdt app:request
        0x40113c ns::serve+0x1c, inlined trace, serve.cpp:12
        nop; 2 operands, at least 1 load, 2 moves; patch: inside 8 aligned bytes
      2     1      1     9    64+  flag               lttng app:odd?[31m
        0x401200 f (cold part)+0x0
        cmpl jne; guards 30 bytes
        note: its state is nowhere

Functions, dearest sites first (1); hot: where control may be while all sites are dormant;
stack: loads and stores through the stack pointer; calls: tail calls among them
         hot                                           all
  sites  bytes lines insns saves  stack branches calls bytes lines  frame  function
      1     90     2     0     0      0        0     0   120     3    24+  ns::serve
)");
}

// A kernel's tracepoint lies six functions deep, all of them in headers.
TEST(InspectText, ALongChainOfInlinedFunctionsShowsItsEnds) {
  Inspection deep = inspection();
  deep.sites[1].inlined = {"a", "b", "c", "d", "e", "f"};
  EXPECT_NE(inspect_text(deep, 20).find("inlined f > e > ... > b > a,"), std::string::npos)
      << inspect_text(deep, 20);
  deep.sites[1].inlined = {"a", "b", "c", "d"};
  EXPECT_NE(inspect_text(deep, 20).find("inlined d > c > b > a,"), std::string::npos);
}

TEST(InspectText, TopKeepsTheDearest) {
  const std::string text = inspect_text(inspection(), 1);
  EXPECT_NE(text.find("(1 of 2)"), text.npos);
  EXPECT_NE(text.find("app:request"), text.npos);
  EXPECT_EQ(text.find("lttng app"), text.npos);
}

TEST(InspectText, AFunctionByNameShowsEverything) {
  Inspection named = inspection();
  named.named = true;
  const std::string text = inspect_text(named, 20);
  EXPECT_NE(text.find("frame bytes"), text.npos);
  EXPECT_NE(
      text.find("loop at 0x401130: depth 1, 20 bytes, 5 instructions, perhaps unrolled 4 times"),
      text.npos);
}

// f.part.0 is f to the reader of the source.
TEST(InspectText, CopiesAreAddedUp) {
  Inspection named = inspection();
  named.named = true;
  EXPECT_EQ(inspect_text(named, 20).find("parts and copies"), std::string::npos);
  InspectedFunction copy = named.functions[0];
  copy.name = "ns::serve(Request const&) [clone .part.0]";
  copy.parent = named.functions[0].name;
  named.functions.push_back(copy);
  EXPECT_NE(inspect_text(named, 20).find(
                "ns::serve(Request const&) in 2 parts and copies: hot 180 bytes, 4 lines"),
            std::string::npos);
}

TEST(InspectText, NoSitesIsSaid) {
  Inspection none = inspection();
  none.sites.clear();
  none.functions.clear();
  EXPECT_NE(inspect_text(none, 20).find("sites: none that a section tells of"), std::string::npos);
}

// What is not known is left out: a 0 would be read as a figure.
TEST(InspectJson, AbsenceIsNoNumber) {
  Inspection unknown = inspection();
  unknown.sites[1].code.reset();
  unknown.sites[1].operands.reset();
  unknown.sites[1].function.clear();
  const auto json = nlohmann::json::parse(inspect_json(unknown));
  const auto& site = json.at("sites").at(1);
  EXPECT_FALSE(site.contains("instructions"));
  EXPECT_FALSE(site.contains("operand_cost"));
  EXPECT_TRUE(site.at("function").is_null());
  EXPECT_FALSE(site.contains("body_bytes"));
  EXPECT_EQ(json["sites"][0].at("body_bytes"), 30);
}

// Bytes that are no UTF-8 would make the document unreadable for a strict parser.
TEST(InspectJson, AnyNameIsStrictJson) {
  Inspection odd = inspection();
  odd.sites[0].found.name = "\xff\xc0";
  EXPECT_TRUE(nlohmann::json::accept(inspect_json(odd)));
}

}  // namespace
}  // namespace tracetoll
