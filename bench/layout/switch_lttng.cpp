// LTTng-UST tracepoints, switched on by a probe of ours: what a tracing session does, without the
// tracer. A tracepoint calls its probes under its RCU, and that is measured with it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <lttng/tracepoint-types.h>

#include <span>

#include "stage.hpp"
#include "variant_switch.hpp"

extern "C" lttng_ust_tracepoint* const __start_lttng_ust_tracepoints_ptrs[];
extern "C" lttng_ust_tracepoint* const __stop_lttng_ust_tracepoints_ptrs[];

namespace tracetoll {
namespace {

using Function = void (*)();

// lttng/tracepoint.h declares them, and defines much besides.
struct Library {
  int (*enable)(const char* provider, const char* event, Function probe, void* data,
                const char* signature) = nullptr;
  int (*disable)(const char* provider, const char* event, Function probe, void* data) = nullptr;
};

unsigned long hits_so_far;
Function attached;

// Called with an event's arguments after the first; a function may be called with more than it
// takes.
void nothing(void*) {}
void counts(void*) {
  ++hits_so_far;
}

// The sites' own constructors have loaded it where it is installed.
const Library& library() {
  static const Library found = [] {
    Library result;
    void* const handle = dlopen("liblttng-ust-tracepoint.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (handle == nullptr)
      throw StageError(fmt::format("lttng_ust: its sites cannot be switched on: {}", dlerror()));
    const auto find = [&]<typename T>(T& function, const char* name) {
      function = reinterpret_cast<T>(dlsym(handle, name));
      if (function == nullptr)
        throw StageError(fmt::format("liblttng-ust-tracepoint.so.1 has no {}", name));
    };
    find(result.enable, "lttng_ust_tracepoint_provider_register");
    find(result.disable, "lttng_ust_tracepoint_provider_unregister");
    return result;
  }();
  return found;
}

std::span<lttng_ust_tracepoint* const> tracepoints() {
  return {__start_lttng_ust_tracepoints_ptrs, __stop_lttng_ust_tracepoints_ptrs};
}

void off() {
  if (attached == nullptr) return;
  for (const lttng_ust_tracepoint* point : tracepoints())
    library().disable(point->provider_name, point->event_name, attached, nullptr);
  attached = nullptr;
}

std::size_t on(SwitchedProbe probe) {
  off();
  attached = reinterpret_cast<Function>(probe == SwitchedProbe::counts ? counts : nothing);
  for (const lttng_ust_tracepoint* point : tracepoints()) {
    const int failure = library().enable(point->provider_name, point->event_name, attached, nullptr,
                                         point->signature);
    if (failure == 0) continue;
    const std::string name = point->event_name;
    off();
    throw StageError(fmt::format("lttng_ust: {} cannot be switched on (error {})", name, failure));
  }
  return tracepoints().size();
}

unsigned long hits() {
  return hits_so_far;
}

}  // namespace

const VariantSwitch kLttngSwitch = {"lttng_ust", on, off, hits};

}  // namespace tracetoll
