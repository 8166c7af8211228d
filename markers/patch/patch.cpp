// The functions of patch.h: the mutex, the registry, and errors as C knows them.
#include "patch.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "cores.hpp"
#include "pattern.hpp"
#include "registry.hpp"
#include "switching.hpp"

namespace tracetoll::patch {
namespace {

std::mutex mutex;
thread_local std::string last_error;

// Never destroyed: destructors of the program may still detach.
Registry& registry() {
  static auto& registry = *new Registry;
  return registry;
}

// So that a child of fork() finds no half-made change. Its parent's other threads are not there.
void hold_mutex_over_fork() {
  [[maybe_unused]] static const int registered =
      ::pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
}

// The mutex, with a registry that is up to date and modules that stay.
class Work {
 public:
  Work() {
    hold_mutex_over_fork();
    // Each round sees an object loaded by another thread between the two.
    for (int round = 0; round < kRounds; round++) {
      pins_ = std::make_unique<Pins>();
      lock_ = std::unique_lock(mutex);
      if (registry().refresh(*pins_)) return;
      lock_.unlock();
    }
    throw PatchError{
        "the loaded shared objects cannot be kept from being unloaded (dlopen with "
        "RTLD_NOLOAD fails), so nothing is changed"};
  }

 private:
  static constexpr int kRounds = 100;

  std::unique_ptr<Pins> pins_;  // goes last: it may run destructors that call us
  std::unique_lock<std::mutex> lock_;
};

std::vector<SiteIn> matching(const std::string& text) {
  const Pattern pattern(text);
  std::vector<SiteIn> sites;
  for (const auto& module : registry().modules())
    for (Site& site : module->sites)
      if (pattern.matches(site)) sites.push_back({&site, &module->path, module->object.bias});
  const auto code = [](const SiteIn& in) { return in.site->code; };
  if (!std::ranges::is_sorted(sites, {}, code)) std::ranges::sort(sites, {}, code);
  return sites;
}

// "; /lib/x.so could not be looked into: ..." for each such module.
std::string unknown_modules() {
  std::string text;
  for (const auto& module : registry().modules())
    if (!module->unknown.empty())
      text += "; the sites of " + module->path + " are not known (" + module->unknown + ")";
  return text;
}

[[noreturn]] void fail_without_match(const std::string& pattern) {
  std::size_t sites = 0;
  for (const auto& module : registry().modules()) sites += module->sites.size();
  throw PatchError{"no site matches \"" + pattern + "\", of " + std::to_string(sites) +
                   " in this process" + unknown_modules()};
}

// Those that can be switched.
std::vector<SiteIn> switchable(const std::string& pattern) {
  std::vector<SiteIn> sites = matching(pattern);
  if (sites.empty()) fail_without_match(pattern);
  const std::string example = sites.front().site->text();
  std::erase_if(sites, [](const SiteIn& in) { return in.site->kind == TT_NEVER; });
  if (sites.empty())
    throw PatchError{"no site that matches \"" + pattern + "\" can be switched on: " + example +
                     " has nothing to switch"};
  return sites;
}

// No exception leaves the library.
template <typename Function>
int guarded(Function function) noexcept {
  try {
    last_error.clear();
    return function();
  } catch (const PatchError& error) {
    last_error = error.message;
  } catch (const std::exception& error) {
    last_error = error.what();
  }
  return -1;
}

tt_site_state state_of(const SiteIn& in) {
  const Site& site = *in.site;
  tt_site_state state = {};
  state.name = site.name;
  state.variant = site.variant;
  state.module = in.module_path->c_str();
  state.arguments = site.marker == nullptr ? "" : site.marker->arguments;
  state.address = reinterpret_cast<const void*>(site.code);
  state.marker = site.marker;
  state.kind = site.kind;
  state.enabled = site.enabled ? 1 : 0;
  return state;
}

bool wait_for_attachments(int timeout_ms) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    {
      const std::lock_guard lock(mutex);
      if (free_attachments() == 0) return true;
    }
    const auto passed = std::chrono::steady_clock::now() - start;
    if (timeout_ms >= 0 && passed >= std::chrono::milliseconds(timeout_ms)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace
}  // namespace tracetoll::patch

using namespace tracetoll::patch;

int tt_attach(const char* pattern, const struct tt_probe* probe) {
  return guarded([&] {
    if (pattern == nullptr || probe == nullptr) throw PatchError{"no pattern or no probe is given"};
    const Work work;
    const std::vector<SiteIn> sites = switchable(pattern);
    enable(sites, *probe);
    free_attachments();
    return static_cast<int>(sites.size());
  });
}

int tt_detach(const char* pattern) {
  return guarded([&] {
    if (pattern == nullptr) throw PatchError{"no pattern is given"};
    const Work work;
    const int detached = disable(switchable(pattern));
    free_attachments();
    return detached;
  });
}

int tt_synchronize(int timeout_ms) {
  return guarded([&] {
    hold_mutex_over_fork();
    if (!wait_for_attachments(timeout_ms))
      throw PatchError{"a thread is still in a probe that was detached"};
    const std::lock_guard lock(mutex);
    if (has_uncounted_probes() && count_threads() > 1)
      throw PatchError{
          "a probe was detached from sites that call it directly (not patch_call or "
          "patch_dwarf): nobody knows which threads are in it"};
    forget_uncounted_probes();
    return 0;
  });
}

const char* tt_error(void) {
  return last_error.c_str();
}

int tt_for_each_site(const char* pattern, void (*visit)(const tt_site_state*, void*), void* data) {
  return guarded([&] {
    if (pattern == nullptr || visit == nullptr) throw PatchError{"no pattern or nothing to call"};
    std::vector<tt_site_state> states;
    {
      const Work work;
      for (const SiteIn& in : matching(pattern)) states.push_back(state_of(in));
      if (states.empty()) fail_without_match(pattern);
    }
    for (const tt_site_state& state : states) visit(&state, data);
    return static_cast<int>(states.size());
  });
}
