#include "generic_events.hpp"

#include <linux/perf_event.h>
#include <strings.h>

namespace tracetoll {
namespace {

struct Generic {
  const char* name;
  const char* alias;  // or ""
  std::uint32_t type;
  std::uint64_t config;
  Known known = Known::kNothing;
};

constexpr Generic kGeneric[] = {
    {"cycles", "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, Known::kCycles},
    {"instructions", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, Known::kInstructions},
    {"branches", "branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
     Known::kBranches},
    {"branch-misses", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"cache-references", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"bus-cycles", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
    {"ref-cycles", "", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
    {"stalled-cycles-frontend", "idle-cycles-frontend", PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", "idle-cycles-backend", PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"task-clock", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"cpu-clock", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
    {"context-switches", "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", "migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"page-faults", "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"minor-faults", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"alignment-faults", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
    {"emulation-faults", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
};

struct Cache {
  const char* name;
  std::uint64_t number;
  bool has_loads;
  bool has_stores;
  bool has_prefetches;
};

constexpr Cache kCaches[] = {
    {"L1-dcache", PERF_COUNT_HW_CACHE_L1D, true, true, true},
    {"L1-icache", PERF_COUNT_HW_CACHE_L1I, true, false, true},
    {"LLC", PERF_COUNT_HW_CACHE_LL, true, true, true},
    {"dTLB", PERF_COUNT_HW_CACHE_DTLB, true, true, true},
    {"iTLB", PERF_COUNT_HW_CACHE_ITLB, true, false, false},
    {"branch", PERF_COUNT_HW_CACHE_BPU, true, false, false},
    {"node", PERF_COUNT_HW_CACHE_NODE, true, true, true},
};

struct CacheOperation {
  const char* one;
  const char* many;
  std::uint64_t number;
  bool Cache::*is_there;
};

constexpr CacheOperation kOperations[] = {
    {"load", "loads", PERF_COUNT_HW_CACHE_OP_READ, &Cache::has_loads},
    {"store", "stores", PERF_COUNT_HW_CACHE_OP_WRITE, &Cache::has_stores},
    {"prefetch", "prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH, &Cache::has_prefetches},
};

bool is_same(const std::string& a, const std::string& b) {
  return strcasecmp(a.c_str(), b.c_str()) == 0;
}

Event event_of(const Generic& generic) {
  Event event;
  event.name = generic.name;
  event.type = generic.type;
  event.config = generic.config;
  event.known = generic.known;
  event.kernel =
      generic.type == PERF_TYPE_SOFTWARE && (generic.config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
                                             generic.config == PERF_COUNT_SW_CPU_MIGRATIONS);
  return event;
}

// cache | operation << 8 | result << 16, as perf_event_open(2) has it.
std::vector<Event> cache_events() {
  std::vector<Event> events;
  for (const Cache& cache : kCaches)
    for (const CacheOperation& operation : kOperations) {
      if (!(cache.*operation.is_there)) continue;
      Event event;
      event.type = PERF_TYPE_HW_CACHE;
      event.name = std::string(cache.name) + "-" + operation.many;
      event.config = cache.number | operation.number << 8U |
                     static_cast<std::uint64_t>(PERF_COUNT_HW_CACHE_RESULT_ACCESS) << 16U;
      events.push_back(event);
      event.name = std::string(cache.name) + "-" + operation.one + "-misses";
      event.config = cache.number | operation.number << 8U |
                     static_cast<std::uint64_t>(PERF_COUNT_HW_CACHE_RESULT_MISS) << 16U;
      events.push_back(event);
    }
  return events;
}

}  // namespace

std::optional<Event> generic_event(const std::string& name) {
  for (const Generic& generic : kGeneric)
    if (is_same(name, generic.name) || (*generic.alias != '\0' && is_same(name, generic.alias)))
      return event_of(generic);
  for (Event& event : cache_events())
    if (is_same(name, event.name)) return std::move(event);
  return std::nullopt;
}

std::vector<std::string> generic_event_names() {
  std::vector<std::string> names;
  for (const Generic& generic : kGeneric) names.emplace_back(generic.name);
  for (const Event& event : cache_events()) names.push_back(event.name);
  return names;
}

}  // namespace tracetoll
