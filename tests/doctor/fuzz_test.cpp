// Any bytes in any file: findings, not a crash, and lines that a terminal can show. The sanitizers
// see the rest.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "doctor.hpp"
#include "machines.hpp"
#include "table_files.hpp"

namespace tracetoll::testing {
namespace {

// Pieces that parsers look for, between bytes of all kinds.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {"0",
                                                   "1",
                                                   "2",
                                                   "-1",
                                                   "0-3",
                                                   ",",
                                                   "9999999999999999999",
                                                   "-",
                                                   ":",
                                                   "\n",
                                                   "[",
                                                   "]",
                                                   "cpu ",
                                                   "some avg10=",
                                                   "Max open files ",
                                                   "0::/",
                                                   "nan",
                                                   "1e999",
                                                   "' ; x",
                                                   "Seccomp:\t",
                                                   "CapEff:",
                                                   "model name\t: ",
                                                   "tracefs",
                                                   "flags\t:",
                                                   "max ",
                                                   "/",
                                                   "8192",
                                                   "\xff"};
  std::string text;
  const auto pieces = std::uniform_int_distribution<int>(0, 12)(random);
  for (int i = 0; i < pieces; ++i) {
    if (random() % 3 == 0)
      text += static_cast<char>(random() % 256);
    else
      text += kPieces[random() % kPieces.size()];
  }
  return text;
}

class RandomFiles : public MachineFiles {
 public:
  explicit RandomFiles(unsigned seed) : random_(seed) {}
  FileText read(const std::string&) const override {
    if (random_() % 8 == 0) return {"", "not there"};
    return {random_text(random_), ""};
  }
  std::vector<std::string> list(const std::string&) const override {
    return {"index0", random_text(random_)};
  }

 private:
  mutable std::mt19937 random_;
};

void expect_printable(const Diagnosis& diagnosis) {
  std::istringstream lines(doctor_text(diagnosis));
  for (std::string line; std::getline(lines, line);) {
    const bool is_command = line.starts_with("      $ ");
    EXPECT_TRUE(is_command || line.size() <= 100) << line;
    for (const char c : line) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << line;
  }
  EXPECT_TRUE(nlohmann::json::accept(doctor_json(diagnosis)));
}

TEST(DoctorFuzz, RandomTexts) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Observed observed;
    observed.noise.why_absent = "not measured";
    expect_printable(diagnose(RandomFiles(seed), observed));
  }
}

// Each file of a real machine with a byte changed, cut, or doubled.
TEST(DoctorFuzz, SpoiledFilesOfMachines) {
  std::mt19937 random(1);
  for (const Table& machine : {intel_desktop(), amd_server(), container()}) {
    for (int round = 0; round < 40; ++round) {
      Table spoiled = machine;
      for (auto& [path, text] : spoiled) {
        if (text.empty()) continue;
        const std::size_t at = random() % text.size();
        if (random() % 3 == 0) text.resize(at);
        if (random() % 3 == 0 && at < text.size()) text[at] = static_cast<char>(random() % 256);
        if (random() % 3 == 0) text += text;
      }
      Observed observed;
      observed.noise.why_absent = "not measured";
      expect_printable(diagnose(TableFiles(spoiled), observed));
    }
  }
}

// A command that a person copies must hold nothing that the name of a group puts into it.
TEST(DoctorFuzz, NamesOfGroupsAreNoCommands) {
  Table table = container();
  table["/proc/self/cgroup"] = "0::/x'; reboot; '";
  table["/sys/fs/cgroup/x'; reboot; '/cpu.max"] = "10000 100000";
  Observed observed;
  for (const Topic& topic : diagnose(TableFiles(table), observed).topics)
    for (const Finding& finding : topic.findings)
      EXPECT_EQ(finding.remedy.find("reboot"), std::string::npos) << finding.remedy;
}

}  // namespace
}  // namespace tracetoll::testing
