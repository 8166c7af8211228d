// Attaches once, in a process that may not do something, and prints in one line what came of it:
// "attached, called N"; "unchanged: " and the error; or what was changed although it failed.
//
//     attach_once RULE PATTERN
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "forbidden.hpp"
#include "marked.hpp"
#include "probes.hpp"

namespace tracetoll::patch_test {
namespace {

bool forbid_by_name(const std::string& rule) {
  if (rule == "opening") return forbid(kOpeningToWrite);
  if (rule == "writing") return forbid(kWritingAtAnOffset);
  if (rule == "executing") return forbid(kMappingExecutable) && forbid(kMakingExecutable);
  if (rule.starts_with("barriers")) return forbid(kMembarrier);
  return true;
}

tt_site_state state_of(const char* pattern) {
  tt_site_state state = {};
  const auto copy = [](const tt_site_state* site, void* data) {
    *static_cast<tt_site_state*>(data) = *site;
  };
  tt_for_each_site(pattern, copy, &state);
  return state;
}

std::string attach(const std::string& rule, const char* pattern) {
  const tt_site_state site = state_of(pattern);
  const std::string before(static_cast<const char*>(site.address), 5);
  if (!forbid_by_name(rule)) return "no filter";

  std::atomic<bool> stop = false;
  std::thread other;
  if (rule.ends_with("-two-threads"))
    other = std::thread([&] {
      while (!stop) std::this_thread::yield();
    });
  const int result = tt_attach(pattern, &counting);
  const std::string error = tt_error();
  stop = true;
  if (other.joinable()) other.join();

  marked(site.variant).pass(1);
  const std::string calls = std::to_string(take_calls().right);
  if (result != -1) return "attached, called " + calls;
  if (calls != "0") return "failed, and called a probe";
  if (before != std::string(static_cast<const char*>(site.address), 5)) return "changed its bytes";
  if (site.marker->state != 0) return "changed the state of its marker";
  if (state_of(pattern).enabled != 0) return "lists it as enabled";
  return "unchanged: " + error;
}

}  // namespace
}  // namespace tracetoll::patch_test

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::printf("%s", tracetoll::patch_test::attach(argv[1], argv[2]).c_str());
  return 0;
}
