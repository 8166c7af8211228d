// The capacities of the marked subsystem, in one place.
//
// The kernel's are larger (8192 classes, 65536 chains, 32768 dependencies); these keep the Host
// under 8 MB and still leave the workloads, which use 12 classes, far from every limit.
#pragma once

#include <cstdint>

namespace tracetoll::host {

inline constexpr std::uint32_t kMaxHeldLocks = 48;  // MAX_LOCK_DEPTH
inline constexpr std::uint32_t kMaxSubclasses = 8;
inline constexpr std::uint32_t kCachedClasses = 2;  // subclasses that a LockMap caches
inline constexpr std::uint32_t kMaxClasses = 1024;
inline constexpr std::uint32_t kMaxChains = 4096;
inline constexpr std::uint32_t kMaxChainEntries =
    5 * kMaxChains;                                      // lockdep's guess: 5 locks a chain
inline constexpr std::uint32_t kMaxDependencies = 4096;  // two each: forward and backward
inline constexpr std::uint32_t kClassHashBits = 9;
inline constexpr std::uint32_t kChainHashBits = 12;
inline constexpr std::uint32_t kMaxPath = 16;  // classes that a report names

inline constexpr std::uint32_t kMaxDescriptors = 65536;
inline constexpr std::uint32_t kDentryHashBits = 6;
inline constexpr std::uint32_t kMaxDentries = 8;
inline constexpr std::uint32_t kMaxName = 24;  // one component, with its NUL
inline constexpr std::uint32_t kMaxPathname = 128;

}  // namespace tracetoll::host
