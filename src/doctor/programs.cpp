#include "programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "child_process.hpp"
#include "json_fields.hpp"

namespace tracetoll {
namespace {

// Python takes over 5 s to start meson on a machine with 6 times as much to run as it has CPUs.
constexpr double kVersionSeconds = 20;
constexpr const char* kNotInstalled = "not installed";
constexpr std::size_t kLongestVersion = 80;

struct Program {
  const char* name;
  const char* package;  // of Debian
  const char* without;  // what cannot be done
};

constexpr std::array kPrograms = {
    Program{"valgrind", "valgrind", "no exact counts"},
    Program{"g++", "g++", "no layouts compiled by GCC"},
    Program{"clang++", "clang", "no layouts compiled by clang"},
    Program{"ld.lld", "lld", "no layouts can be linked: no other linker shuffles sections so"},
    Program{"meson", "meson", "no sleds of other lengths are built on demand"},
    Program{"ninja", "ninja-build", "no sleds or layouts are built on demand"},
};

std::string find_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string folder = rest.substr(0, colon);
    rest.erase(0, colon + 1);
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

ProgramVersion ask(const std::string& name) {
  const std::string file = find_in_path(name);
  if (file.empty()) return {"", kNotInstalled};
  std::string first;
  const ChildResult result = run_child(
      {"/usr/bin/env", "PYTHONDONTWRITEBYTECODE=1", file, "--version"}, kVersionSeconds,
      [&](std::string_view line) {
        if (first.empty()) first = printable(line, kLongestVersion);
      },
      [] { return false; });
  if (!result.ok()) return {"", fmt::format("{} --version: {}", file, result.describe())};
  if (first.empty()) return {"", fmt::format("{} --version says nothing", file)};
  return {first, ""};
}

Finding judge(const Program& program, const ProgramVersion& version) {
  if (version.why_absent.empty()) return fine(program.name, version.line);
  Finding finding = absent(program.name, version.why_absent);
  finding.severity = Severity::note;
  finding.problem = program.without;
  // One that is there and does not answer is not helped by that.
  if (version.why_absent == kNotInstalled)
    finding.remedy = fmt::format("sudo apt install {}", program.package);
  return finding;
}

}  // namespace

ProgramVersions find_programs() {
  ProgramVersions versions;
  for (const Program& program : kPrograms) versions[program.name] = ask(program.name);
  return versions;
}

Topic judge_programs(const ProgramVersions& versions) {
  Topic topic{"programs", {}};
  for (const Program& program : kPrograms) {
    const auto found = versions.find(program.name);
    topic.findings.push_back(
        judge(program, found == versions.end() ? ProgramVersion{"", "not asked"} : found->second));
  }
  // Neither needs the other, but a build needs one.
  const bool has_compiler = std::ranges::any_of(topic.findings, [](const Finding& finding) {
    return finding.why_absent.empty() && (finding.name == "g++" || finding.name == "clang++");
  });
  for (Finding& finding : topic.findings) {
    const bool is_compiler = finding.name == "g++" || finding.name == "clang++";
    const bool is_needed = is_compiler ? !has_compiler : finding.name != "meson";
    if (!finding.why_absent.empty() && is_needed) finding.severity = Severity::obstacle;
  }
  return topic;
}

}  // namespace tracetoll
