// std::atomic's few operations that are needed where code is compiled for general registers alone:
// <atomic> has long doubles in it, which clang does not take then.
#pragma once

namespace tracetoll::patch {

template <typename T>
struct Shared {
  T value;

  T load() const { return __atomic_load_n(&value, __ATOMIC_ACQUIRE); }
  void store(T desired) { __atomic_store_n(&value, desired, __ATOMIC_RELEASE); }

  // Of what only this thread changes.
  void increment() { store(value + 1); }

  // Of what any thread changes.
  void add(T amount) { __atomic_fetch_add(&value, amount, __ATOMIC_RELAXED); }

  // Returns what was there: `expected` when it was exchanged.
  T exchange_if(T expected, T desired) {
    __atomic_compare_exchange_n(&value, &expected, desired, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    return expected;
  }
};

}  // namespace tracetoll::patch
