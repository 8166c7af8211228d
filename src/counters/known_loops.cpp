#include "known_loops.hpp"

namespace tracetoll {
namespace {

#if defined(__x86_64__)
#define TT_STEPS(body) \
  __asm__ volatile("1: " body "dec %0\n jnz 1b" : "+r"(steps) : "r"(&word) : "cc", "memory", "rax")
#define TT_LOAD "mov (%1), %%rax\n"
#define TT_STORE "mov %%rax, (%1)\n"
#elif defined(__aarch64__)
#define TT_STEPS(body)                                    \
  __asm__ volatile("1: " body "subs %0, %0, #1\n b.ne 1b" \
                   : "+r"(steps)                          \
                   : "r"(&word)                           \
                   : "cc", "memory", "x9")
#define TT_LOAD "ldr x9, [%1]\n"
#define TT_STORE "str x9, [%1]\n"
#else
#error "the known loops are not written for this architecture"
#endif
#define TT_NOP "nop\n"

void run_branches(std::uint64_t steps) {
  std::uint64_t word = 0;
  TT_STEPS("");
}
void run_loads(std::uint64_t steps) {
  std::uint64_t word = 0;
  TT_STEPS(TT_LOAD TT_LOAD);
}
void run_stores(std::uint64_t steps) {
  std::uint64_t word = 0;
  TT_STEPS(TT_STORE TT_STORE);
}
void run_nops(std::uint64_t steps) {
  std::uint64_t word = 0;
  TT_STEPS(TT_NOP TT_NOP TT_NOP);
}

}  // namespace

const std::array<KnownLoop, 4> kKnownLoops = {{{"branches", run_branches, 2, 1, 0, 0, 0},
                                               {"loads", run_loads, 4, 1, 2, 0, 0},
                                               {"stores", run_stores, 4, 1, 0, 2, 0},
                                               {"NOPs", run_nops, 5, 1, 0, 0, 3}}};

std::uint64_t answer(const KnownLoop& loop, Known known) {
  switch (known) {
    case Known::kInstructions:
      return loop.instructions;
    case Known::kBranches:
      return loop.branches;
    case Known::kLoads:
      return loop.loads;
    case Known::kStores:
      return loop.stores;
    case Known::kNops:
      return loop.nops;
    case Known::kCycles:
    case Known::kNothing:
      return 0;
  }
  return 0;
}

}  // namespace tracetoll
