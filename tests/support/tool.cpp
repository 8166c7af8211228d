#include "tool.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tracetoll::testing {
namespace {

// cpu_ns of a block of 16 operations differs a little by layout, so that intervals have a width.
constexpr const char* kFakeLayout = R"(#!/bin/sh
number() { printf '%s' "$2" | sed 's/.*"'"$1"'":\([0-9]*\).*/\1/'; }
case $1 in
--tracetoll=inventory)
  printf '{"compiler":"fake++ 1","flags":"-O2","entries":['
  separator=
  for workload in open_close open_close.pure select_500 select_500.pure; do
    for variant in none none:copy branch sled_cold:750 sled_cold:matched call; do
      printf '%s{"workload":"%s","axis":"","variant":"%s","operation":"one %s"}' \
        "$separator" $workload $variant $workload
      separator=,
    done
  done
  echo ']}' ;;
--tracetoll=survey)
  printf '{"counters":{"cycles":{"available":false,"reason":"no PMU (ENOENT)"}},"workloads":['
  printf '{"name":"select_500","operation":"one select","operations_per_block":16,'
  echo '"sites_hit_per_op":{"lock_acquire":500},"note":""}]}' ;;
--tracetoll=replicate)
  replicate=$(number replicate "$2") layout=$(number layout "$2")
  for round in 0 1; do
    position=0
    for pair in none:1000000 none:copy:1000100 none:dose:1062500 call:1100000; do
      time=$((${pair##*:} + 100 * ((replicate * 7 + layout + position) % 5)))
      printf '{"replicate":%d,"layout":%d,"round":%d,"position":%d,' \
        $replicate $layout $round $position
      printf '"workload":"select_500","variant":"%s","operations":16,' ${pair%:*}
      printf '"cpu_ns":%d,"wall_ns":%d,"involuntary_switches":0}\n' $time $time
      position=$((position + 1))
    done
  done ;;
esac
)";

}  // namespace

int ToolResult::error_lines() const {
  return static_cast<int>(std::count(errors.begin(), errors.end(), '\n'));
}

Workspace::Workspace() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tracetoll-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp " + pattern);
  folder_ = pattern;
}

Workspace::~Workspace() { std::filesystem::remove_all(folder_); }

ToolResult Workspace::shell(const std::string& script) const {
  // In a file, so that the shell is the script's own and its exit code the last command's.
  write("script.sh", fmt::format("cd '{}'\n{}\n", folder_.string(), script));
  const int status = ::system(fmt::format("sh '{0}/script.sh' >'{0}/stdout' 2>'{0}/stderr'",
                                          folder_.string())
                                  .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
}

void Workspace::write(const std::string& name, const std::string& text, bool executable) const {
  std::filesystem::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
  if (executable)
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
}

std::string Workspace::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
  return text.str();
}

void Workspace::write_fake_layouts(const std::string& folder, int count) const {
  for (int i = 1; i <= count; ++i)
    write(fmt::format("{}/layout_{:02}", folder, i), kFakeLayout, true);
}

}  // namespace tracetoll::testing
