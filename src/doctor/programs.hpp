// Topic "programs": what the tool calls, with versions.
#pragma once

#include <map>
#include <string>

#include "finding.hpp"

namespace tracetoll {

// A program's first line for --version, or why there is none.
struct ProgramVersion {
  std::string line;
  std::string why_absent;
};

// By name: valgrind, g++, clang++, ld.lld, meson, ninja.
using ProgramVersions = std::map<std::string, ProgramVersion>;

// Looks each up in $PATH and runs it with --version, for at most 20 s. Nothing is written: Python
// is told to keep no compiled files.
ProgramVersions find_programs();

Topic judge_programs(const ProgramVersions& versions);

}  // namespace tracetoll
