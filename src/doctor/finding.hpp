// One fact about this machine, judged: what `tracetoll doctor` is made of.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tracetoll {

enum class Severity {
  ok,
  note,      // good to know; figures are sound without a change
  obstacle,  // something cannot be measured, or only with more noise than need be
};

struct Finding {
  std::string name;        // "SMT"
  std::string value;       // "active"; empty when there is none, and then `why_absent` says why
  std::string why_absent;  // "no cpufreq in this guest"
  Severity severity = Severity::ok;
  std::string problem;  // what is wrong, and what a person can do where no command helps; or empty
  std::string remedy;   // shell commands for Debian, one a line; empty where none helps
};

inline Finding fine(std::string name, std::string value) {
  return {std::move(name), std::move(value), "", Severity::ok, "", ""};
}
inline Finding absent(std::string name, std::string why) {
  return {std::move(name), "", std::move(why), Severity::ok, "", ""};
}
inline Finding note(std::string name, std::string value, std::string problem,
                    std::string remedy = "") {
  return {std::move(name), std::move(value),   "",
          Severity::note,  std::move(problem), std::move(remedy)};
}
inline Finding obstacle(std::string name, std::string value, std::string problem,
                        std::string remedy = "") {
  return {std::move(name),    std::move(value),   "",
          Severity::obstacle, std::move(problem), std::move(remedy)};
}

// The lines of `remedy`.
inline std::vector<std::string> commands_of(const Finding& finding) {
  std::vector<std::string> commands;
  for (std::size_t begin = 0; begin < finding.remedy.size();) {
    const std::size_t end = std::min(finding.remedy.find('\n', begin), finding.remedy.size());
    commands.push_back(finding.remedy.substr(begin, end - begin));
    begin = end + 1;
  }
  return commands;
}

using Findings = std::vector<Finding>;

struct Topic {
  std::string name;  // "clock"
  Findings findings;
};

}  // namespace tracetoll
