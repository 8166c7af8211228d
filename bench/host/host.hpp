// The state that every variant of the marked subsystem shares.
//
//     Host* host = make_host(seed);
//     entry.prepare(*host, parameters);  // real descriptors are open from here on
//     entry.run(*host);                  // any variant, in any order
//     destroy_host(host);
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/file_layer.hpp"
#include "host/validator_state.hpp"

namespace tracetoll::host {

// Where the host lies: placement is drawn per process, since it is a property of a replicate.
struct Placement {
  void* mapping;
  std::size_t mapping_bytes;
  std::size_t offset;  // of the host in the mapping, a multiple of a cache line
};

// What the select workloads poll. Real and simulated descriptors have the same numbers.
struct SelectPlan {
  std::uint32_t descriptors;  // as asked for; 0: not prepared
  std::uint32_t polled;       // bits of `bits` below nfds: what select has to return
  std::uint32_t nfds;
  std::uint32_t words;  // of the bit array that select reads and writes
  bool writable;        // lmbench's way: the set is a write set
  bool lmbench_mode;
  std::uint8_t reserved[6];
  std::uint64_t bits[kBitmapWords];     // the set
  std::uint64_t working[kBitmapWords];  // its copy that select overwrites
  // Bits of the real descriptors that prepare opened; lmbench mode has the original besides.
  std::uint64_t owned[kBitmapWords];
};

struct OpenPlan {
  char real_path[4096];  // "": not prepared
  char path[kMaxPathname];
};

// What leaf_loop starts from and has to arrive at.
inline constexpr int kLeafSteps = 1024;

struct LeafPlan {
  std::uint64_t first[7];
  std::uint64_t expected;
  std::uint32_t steps;  // 0: not prepared
  std::uint8_t reserved[4];
};

struct Host {
  Validator validator;
  FileLayer files;
  SelectPlan select;
  OpenPlan open;
  LeafPlan leaf;
  Placement placement;
};
static_assert(sizeof(Host) < 8U << 20);

// What every operation leaves behind: no lock held, no violation seen.
inline bool is_quiescent(const Host& host) {
  return host.validator.task.depth == 0 && host.validator.report.kind == Violation::none;
}

// A host at a random cache line of a larger mapping; throws std::bad_alloc when there is no memory.
Host* make_host(std::uint64_t seed);

// release(), and the memory.
void destroy_host(Host* host);

// Closes the real descriptors that prepare opened, and their simulated twins.
void release(Host& host);

// As new, in place: release(), then every byte but the placement as make_host() left it.
void reset_host(Host& host);

}  // namespace tracetoll::host
