// Every kind of place, read where the debug information says it is while the program runs: in the
// program itself (position-independent, and once more at a fixed address) and in a shared object.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <bit>

#include "fixtures/places.hpp"
#include "trapped_sites.hpp"

namespace tracetoll::testing {
namespace {

using Values = std::map<std::string, std::int64_t>;

struct Object {
  std::string path;
  std::uintptr_t bias = 0;
  const tt_site* begin = nullptr;
  const tt_site* end = nullptr;
  void (*run)() = nullptr;
  const places::Outer* object = nullptr;
};

Object program() {
  Object result{"/proc/self/exe", 0, places_begin(), places_end(), run_places, &places::object};
  const auto first = [](dl_phdr_info* info, std::size_t, void* data) {
    *static_cast<std::uintptr_t*>(data) = info->dlpi_addr;
    return 1;
  };
  dl_iterate_phdr(first, &result.bias);
  return result;
}

Object shared_object() {
  void* handle = dlopen(TT_SHARED_PLACES, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(handle, nullptr) << dlerror();
  const auto symbol = [&](const char* name) { return dlsym(handle, name); };
  link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  Object result;
  result.path = TT_SHARED_PLACES;
  result.bias = map->l_addr;
  result.begin = reinterpret_cast<const tt_site* (*)()>(symbol("places_begin"))();
  result.end = reinterpret_cast<const tt_site* (*)()>(symbol("places_end"))();
  result.run = reinterpret_cast<void (*)()>(symbol("run_places"));
  result.object = static_cast<const places::Outer*>(symbol("_ZN6places6objectE"));
  return result;
}

class ValuesAtSites : public ::testing::TestWithParam<Object (*)()> {
 protected:
  // Found once an object: the sites stay as they are.
  const std::vector<TrappedSite>& sites() {
    static std::map<Object (*)(), std::vector<TrappedSite>> known;
    auto& result = known[GetParam()];
    if (result.empty()) {
      const Object object = GetParam()();
      result = trap_sites(object.begin, object.end, object.path, object.bias, object.run);
    }
    return result;
  }
  Values of(const std::string& name) { return values_of(sites(), name); }
};

TEST_P(ValuesAtSites, ParametersAreInTheRegistersOfTheCall) {
  const Values found = of("in_registers");
  EXPECT_EQ(found.at("number"), -1);
  EXPECT_EQ(found.at("small"), 200);
  EXPECT_EQ(found.at("text[0]"), 'x');
  EXPECT_EQ(found.at("real"), std::bit_cast<std::int64_t>(2.5));
  EXPECT_EQ(found.at("single"), std::bit_cast<std::int32_t>(1.25F));
  EXPECT_EQ(found.at("yes"), 1);
}

TEST_P(ValuesAtSites, AnArrayIsInTheFrame) {
  EXPECT_EQ(of("on_the_stack"),
            (Values{{"numbers[2]", -12}, {"*numbers", -10}, {"numbers[1 + 2]", -13}}));
}

TEST_P(ValuesAtSites, ConstantsNeedNoPlace) {
  const Values found = of("constants");
  EXPECT_EQ(found, (Values{{"forty", 42},
                           {"7", 7},
                           {"-3", -3},
                           {"0x10ul", 16},
                           {"(char*)nullptr", 0},
                           {"true", 1},
                           {"green", -4},
                           {"Mode::fast", 40'000},
                           {"'a'", 'a'},
                           {"1 << 4 | 3", 19}}));
}

TEST_P(ValuesAtSites, StaticsAreAtTheirAddressWhereverTheObjectIsLoaded) {
  const Values found = of("statics");
  EXPECT_EQ(found.at("counter"), 14);
  EXPECT_EQ(found.at("global_count"), 11);
  EXPECT_EQ(found.at("hidden_count"), 13);
  EXPECT_EQ(found.at("*&global_count"), 11);
  EXPECT_EQ(found.at("object_pointer->count"), 51);
}

TEST_P(ValuesAtSites, MembersOfWhatAPointerPointsTo) {
  const Values found = of("members");
  EXPECT_EQ(found.at("outer->count"), 51);
  EXPECT_EQ(found.at("outer->inner->first"), 31);
  EXPECT_EQ(found.at("outer->table[1]"), -2);
  EXPECT_EQ(found.at("(*outer).inner->second"), 32);
  EXPECT_EQ(found.at("outer->inherited"), 50);
  EXPECT_EQ(found.at("outer->unnamed"), 52);
  EXPECT_EQ(found.at("outer->next->count"), 41);
  EXPECT_EQ(found.at("outer"), found.at("&outer->inherited"));
  EXPECT_EQ(found.at("&outer->count") - found.at("outer"), sizeof(places::Base));
}

TEST_P(ValuesAtSites, MembersWithoutThis) {
  EXPECT_EQ(of("implied"),
            (Values{{"total", 101}, {"this->step", 102}, {"number", 103}, {"made", 14}}));
}

TEST_P(ValuesAtSites, EachInlinedCopyHasItsOwnPlaces) {
  std::vector<Values> copies;
  for (const TrappedSite& site : sites()) {
    if (site.name != "inlined") continue;
    ASSERT_EQ(site.values.size(), 1U) << site.problem;
    copies.push_back({{site.sources[0], site.values[0][0]}, {site.sources[1], site.values[0][1]}});
  }
  EXPECT_EQ(copies, (std::vector<Values>{{{"first", 63}, {"second", 61}},
                                         {{"first", 62}, {"second", 63}}}));
}

TEST_P(ValuesAtSites, AReferenceIsWhatItRefersTo) {
  const Values found = of("references");
  EXPECT_EQ(found.at("outer.count"), 51);
  EXPECT_EQ(found.at("outer.inner->first"), 31);
  EXPECT_EQ(found.at("number"), 104);
  EXPECT_EQ(found.at("&outer") + static_cast<std::int64_t>(sizeof(places::Base)),
            found.at("&outer.count"));
}

TEST_P(ValuesAtSites, CastsExtendAndCutAsCDoes) {
  EXPECT_EQ(of("casts"), (Values{{"(unsigned long)number", -2},
                                 {"(signed char)number", -2},
                                 {"(long)small", 250},
                                 {"static_cast<short>(number)", -2},
                                 {"number + 1", -1},
                                 {"*(text + 2)", 'w'},
                                 {"((const Outer*)address)->count", 51},
                                 {"(Mode)small", 250}}));
}

TEST_P(ValuesAtSites, WhatALambdaHasCaptured) {
  EXPECT_EQ(of("in_lambda"), (Values{{"own", 71}, {"captured", 111}}));
}

TEST_P(ValuesAtSites, TheInnermostNameWins) {
  EXPECT_EQ(of("shadowed"), (Values{{"level", 1081},
                                    {"a::level", 21},
                                    {"a::b::level", 22},
                                    {"number", 111},
                                    {"result", 1111}}));
  EXPECT_EQ(of("in_namespace"), (Values{{"level", 22}, {"a::level", 21}, {"global_count", 11}}));
}

TEST_P(ValuesAtSites, BehindAPointerInTheFrame) {
  EXPECT_EQ(of("behind_the_frame"),
            (Values{{"outer->count", 51},
                    {"&outer->count", of("behind_the_frame").at("outer") + 8},
                    {"outer", of("behind_the_frame").at("outer")}}));
}

TEST_P(ValuesAtSites, WhatIsLostIsReportedWithItsNameAndWhatToDo) {
  for (const TrappedSite& site : sites()) {
    if (site.name != "lost") continue;
    EXPECT_TRUE(site.values.empty());
    EXPECT_NE(site.problem.find("lost: an argument cannot be found there: number: "),
              std::string::npos)
        << site.problem;
    EXPECT_TRUE(site.problem.ends_with(": write keep(number)")) << site.problem;
  }
}

TEST_P(ValuesAtSites, WhatIsKeptHasAnOperand) {
  EXPECT_EQ(of("kept"), (Values{{"result", 1002}}));
}

INSTANTIATE_TEST_SUITE_P(Objects, ValuesAtSites, ::testing::Values(&program, &shared_object),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "Program" : "SharedObject");
                         });

}  // namespace
}  // namespace tracetoll::testing
