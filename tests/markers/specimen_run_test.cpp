// Runs the specimen: enabled markers count exactly their hits, and no variant changes a result.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "specimen_expected.hpp"
#include "specimen_file.hpp"

namespace tracetoll {
namespace {

struct Results {
  struct Variant {
    std::string dormant, enabled;                               // results
    std::map<std::string, std::pair<unsigned, unsigned>> hits;  // dormant, enabled
    std::map<std::string, std::string> sums;                    // of the arguments
  };
  std::map<std::string, Variant> variants;
};

Results run_specimen(const std::string& seed) {
  const std::string command = "'" + path_from("TT_SPECIMEN") + "' " + seed;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  Results result;
  char line[256];
  while (pipe && std::fgets(line, sizeof line, pipe.get()) != nullptr) {
    std::istringstream words(line);
    std::string kind, variant, name;
    words >> kind >> variant;
    if (kind == "variant")
      words >> result.variants[variant].dormant >> result.variants[variant].enabled;
    if (kind == "marker") {
      words >> name;
      auto& hits = result.variants[variant].hits[name];
      words >> hits.first >> hits.second >> result.variants[variant].sums[name];
    }
  }
  return result;
}

TEST(SpecimenRun, AllVariantsComputeTheSame) {
  for (const char* seed : {"12", "0", "18446744073709551615", "77777"}) {
    const Results result = run_specimen(seed);
    ASSERT_TRUE(result.variants.contains("none"));
    const std::string expected = result.variants.at("none").dormant;
    ASSERT_FALSE(expected.empty());
    for (const auto& [name, variant] : result.variants) {
      EXPECT_EQ(variant.dormant, expected) << name << " dormant, seed " << seed;
      EXPECT_EQ(variant.enabled, expected) << name << " enabled, seed " << seed;
    }
  }
  EXPECT_NE(run_specimen("12").variants["none"].dormant,
            run_specimen("13").variants["none"].dormant);
}

TEST(SpecimenRun, EnabledMarkersCountTheirHits) {
  const std::set<std::string> kCalls = {"call",      "call_cold", "call_always", "call_preserving",
                                        "immediate", "flag_site", "flag_shared", "flag_category"};
  const Results result = run_specimen("12");  // how often the arms are taken depends on the seed
  for (const auto& [variant, figures] : result.variants) {
    for (const auto& expected : specimen::kExpected) {
      const auto found = figures.hits.find(expected.name);
      if (found == figures.hits.end()) {
        EXPECT_FALSE(kCalls.contains(variant)) << variant << " " << expected.name;
        continue;
      }
      EXPECT_EQ(found->second.first, 0U) << variant << " dormant " << expected.name;
      EXPECT_EQ(found->second.second, kCalls.contains(variant) ? expected.hits : 0U)
          << variant << " enabled " << expected.name;
    }
  }
  EXPECT_TRUE(result.variants.contains("call"));
}

// In order, whatever way they come, and through a stub that copies those on the stack.
TEST(SpecimenRun, ProbesGetTheArgumentsThatTheyGetInCall) {
  const Results result = run_specimen("12345678901");
  const auto& call = result.variants.at("call");
  EXPECT_GT(std::ranges::count_if(call.sums, [](const auto& sum) { return sum.second != "0"; }),
            15);
  for (const char* variant :
       {"call_preserving", "immediate", "flag_site", "flag_shared", "flag_category"}) {
    const auto found = result.variants.find(variant);
    if (found == result.variants.end()) continue;
    EXPECT_EQ(found->second.sums, call.sums) << variant;
  }
}

}  // namespace
}  // namespace tracetoll
