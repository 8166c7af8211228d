#include "host/host.hpp"

#include <sys/mman.h>

#include <cstring>
#include <new>
#include <type_traits>

namespace tracetoll::host {
namespace {

static_assert(std::is_trivially_copyable_v<Host>);
// No padding: two states are compared as bytes, and an assignment may copy garbage into padding.
static_assert(std::has_unique_object_representations_v<Host>);

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kPlacementRange = 1U << 20;  // 256 pages: every set of an L2

// splitmix64: one step spreads neighbouring seeds.
std::uint64_t mix(std::uint64_t seed) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

void init_host(Host& host, Placement placement) {
  std::memset(static_cast<void*>(&host), 0, sizeof host);
  init_validator(host.validator);
  init_file_layer(host.files);
  host.placement = placement;
}

}  // namespace

Host* make_host(std::uint64_t seed) {
  Placement placement{};
  placement.mapping_bytes = sizeof(Host) + kPlacementRange;
  placement.offset = mix(seed) % (kPlacementRange / kCacheLine) * kCacheLine;
  placement.mapping = mmap(nullptr, placement.mapping_bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (placement.mapping == MAP_FAILED) throw std::bad_alloc();
  Host* host = new (static_cast<char*>(placement.mapping) + placement.offset) Host;
  init_host(*host, placement);
  return host;
}

void destroy_host(Host* host) {
  if (host == nullptr) return;
  release(*host);
  const Placement placement = host->placement;
  munmap(placement.mapping, placement.mapping_bytes);
}

void reset_host(Host& host) {
  release(host);
  init_host(host, host.placement);
}

}  // namespace tracetoll::host
