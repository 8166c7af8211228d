// The dependency graph: edges between lock classes, and the searches that find deadlocks in it.
//
// Reached only when a chain or a usage bit is new, and free of markers: compiled once.
#pragma once

#include <cstdint>

#include "host/validator_state.hpp"

namespace tracetoll::host {

enum class Direction : std::uint8_t { forward, backward };

// Classes from the root of a search to what it found. length 0: nothing was found. A longer path
// keeps its last class in the last place.
struct Path {
  std::uint32_t length;
  std::uint16_t classes[kMaxPath];
};

// A path next -> ... -> prev that blocks together with the new edge prev -> next.
Path find_conflict(Validator& validator, const HeldLock& prev, const HeldLock& next);

// The usage bits of every lock from which a blocking path leads to prev, prev included.
std::uint32_t usage_before(Validator& validator, const HeldLock& prev);

// A path from root to a class with one of the usage bits in mask.
Path find_usage(Validator& validator, Direction direction, const HeldLock& root,
                std::uint32_t mask);

// Adds prev -> next, or its kind to an edge that is there. False when the table is full.
bool add_dependency(Validator& validator, const HeldLock& prev, const HeldLock& next,
                    std::uint16_t distance);

}  // namespace tracetoll::host
