// Breadth-first search for strong paths, after lockdep's __bfs().
//
// A path blocks when no step ends in a recursive read (R) and the next one starts from a read-held
// lock (S): that reader gets in beside the other reader. So the state of the search is a pair, the
// class and whether it was reached by *R edges only. lockdep marks the class alone as visited; the
// pair costs two marks a class and loses no path.
#include "host/graph.hpp"

namespace tracetoll::host {
namespace {

constexpr std::uint8_t kFirstStrong = 0b1010;   // kinds 1 and 3
constexpr std::uint8_t kSecondStrong = 0b1100;  // kinds 2 and 3

constexpr std::uint8_t edge_kind(bool first_strong, bool second_strong) {
  return static_cast<std::uint8_t>(1U << (unsigned{first_strong} + 2 * unsigned{second_strong}));
}

// False when a search reached the class before and was at least as free to go on from there.
bool mark_searched(LockClass& lock_class, std::uint32_t generation, bool only_recursive) {
  if (lock_class.searched[0] == generation || lock_class.searched[only_recursive] == generation) {
    return false;
  }
  lock_class.searched[only_recursive] = generation;
  return true;
}

template <typename Match>
const SearchNode* search(Validator& validator, Direction direction, std::uint16_t root,
                         bool only_recursive, Match match) {
  ++validator.statistics.searches;
  const std::uint32_t generation = ++validator.search_generation;
  std::uint32_t tail = 0;
  const auto enqueue = [&](std::uint16_t class_index, std::uint32_t parent, bool recursive) {
    if (mark_searched(validator.classes[class_index], generation, recursive)) {
      validator.queue[tail++] = {class_index, static_cast<std::uint16_t>(parent), recursive, 0};
    }
  };
  enqueue(root, 0, only_recursive);
  for (std::uint32_t head = 0; head < tail; ++head) {
    const SearchNode node = validator.queue[head];
    if (match(node)) return &validator.queue[head];
    const LockClass& from = validator.classes[node.class_index];
    std::uint32_t edge = direction == Direction::forward ? from.forward : from.backward;
    for (; edge != 0; edge = validator.dependencies[edge].next) {
      const Dependency& dependency = validator.dependencies[edge];
      const std::uint8_t kinds =
          node.only_recursive ? dependency.kinds & kFirstStrong : dependency.kinds;
      if (kinds != 0) enqueue(dependency.class_index, head, (kinds & kSecondStrong) == 0);
    }
  }
  return nullptr;
}

Path path_to(const Validator& validator, const SearchNode* node) {
  Path path{};
  if (node == nullptr) return path;
  std::uint32_t length = 1;
  for (const SearchNode* at = node; at != validator.queue; at = validator.queue + at->parent) {
    ++length;
  }
  path.length = length < kMaxPath ? length : kMaxPath;
  std::uint32_t place = length;
  for (const SearchNode* at = node;; at = validator.queue + at->parent) {
    --place;
    if (at == node) {
      path.classes[path.length - 1] = at->class_index;
    } else if (place < kMaxPath - 1) {
      path.classes[place] = at->class_index;
    }
    if (at == validator.queue) return path;
  }
}

// A node reached by *R edges only does not block on a lock that is held for reading.
std::uint32_t blocking_usage(const Validator& validator, const SearchNode& node) {
  const std::uint32_t mask = validator.classes[node.class_index].usage_mask;
  return node.only_recursive ? mask & ~kReadMask : mask;
}

// Where a path starts: forward from a recursive reader only edges of an exclusive holder block;
// backward to a lock that is held for reading only acquisitions that are not recursive do.
bool starts_weak(Direction direction, const HeldLock& root) {
  return direction == Direction::forward ? root.read == 2 : root.read != 0;
}

Dependency* find_edge(Validator& validator, std::uint32_t edge, std::uint16_t class_index) {
  for (; edge != 0; edge = validator.dependencies[edge].next) {
    if (validator.dependencies[edge].class_index == class_index) {
      return &validator.dependencies[edge];
    }
  }
  return nullptr;
}

void prepend_edge(Validator& validator, std::uint32_t& list, std::uint16_t class_index,
                  std::uint16_t distance, std::uint8_t kinds) {
  const std::uint32_t index = ++validator.dependency_count;
  validator.dependencies[index] = {list, class_index, distance, kinds, {}};
  list = index;
}

}  // namespace

Path find_conflict(Validator& validator, const HeldLock& prev, const HeldLock& next) {
  return path_to(validator,
                 search(validator, Direction::forward, next.class_index,
                        starts_weak(Direction::forward, next), [&](const SearchNode& node) {
                          return node.class_index == prev.class_index &&
                                 (prev.read == 0 || !node.only_recursive);
                        }));
}

std::uint32_t usage_before(Validator& validator, const HeldLock& prev) {
  std::uint32_t mask = 0;
  search(validator, Direction::backward, prev.class_index, starts_weak(Direction::backward, prev),
         [&](const SearchNode& node) {
           mask |= blocking_usage(validator, node);
           return false;
         });
  return mask;
}

Path find_usage(Validator& validator, Direction direction, const HeldLock& root,
                std::uint32_t mask) {
  return path_to(validator, search(validator, direction, root.class_index,
                                   starts_weak(direction, root), [&](const SearchNode& node) {
                                     return (blocking_usage(validator, node) & mask) != 0;
                                   }));
}

bool add_dependency(Validator& validator, const HeldLock& prev, const HeldLock& next,
                    std::uint16_t distance) {
  LockClass& from = validator.classes[prev.class_index];
  LockClass& to = validator.classes[next.class_index];
  const bool exclusive = prev.read == 0;
  const bool waits_for_readers = next.read != 2;
  const std::uint8_t forward_kind = edge_kind(exclusive, waits_for_readers);
  const std::uint8_t backward_kind = edge_kind(waits_for_readers, exclusive);
  Dependency* forward = find_edge(validator, from.forward, next.class_index);
  if (forward == nullptr) {
    if (validator.dependency_count + 2 > kMaxDependencies) return false;
    prepend_edge(validator, from.forward, next.class_index, distance, forward_kind);
    prepend_edge(validator, to.backward, prev.class_index, distance, backward_kind);
    return true;
  }
  // Edges come in pairs, so the backward one is there too.
  Dependency* backward = find_edge(validator, to.backward, prev.class_index);
  forward->kinds |= forward_kind;
  backward->kinds |= backward_kind;
  if (distance == 1) forward->distance = backward->distance = 1;
  return true;
}

}  // namespace tracetoll::host
