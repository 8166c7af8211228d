// Dumps what Callgrind counts of single instructions, each between two toggles, for
// convention_test.cpp. Each form stands behind the same frame, of which `nothing` has nothing else.
#include <valgrind/callgrind.h>

#include <cstdint>

// Addressed by its name: an operand of asm would be loaded between the toggles.
extern "C" {
alignas(64) std::uint64_t tt_memory[8] = {};
}

namespace {

#define TT_FORM(name, text)                                                     \
  {                                                                             \
    CALLGRIND_ZERO_STATS;                                                       \
    CALLGRIND_TOGGLE_COLLECT;                                                   \
    asm volatile(text : : : "rax", "rcx", "rdx", "rdi", "rsi", "cc", "memory"); \
    CALLGRIND_TOGGLE_COLLECT;                                                   \
    CALLGRIND_DUMP_STATS_AT(name);                                              \
  }

}  // namespace

int main() {
  CALLGRIND_START_INSTRUMENTATION;
  TT_FORM("nothing", "")
  TT_FORM("load", "mov tt_memory(%%rip), %%rax")
  TT_FORM("store", "mov %%rax, tt_memory(%%rip)")
  TT_FORM("read-modify-write", "addq $1, tt_memory(%%rip)")
  TT_FORM("locked", "lock addq $1, tt_memory(%%rip)")
  TT_FORM("exchange", "xchg %%rax, tt_memory(%%rip)")
  TT_FORM("compare-exchange", "lock cmpxchg %%rax, tt_memory(%%rip)")
  TT_FORM("compare", "cmpl $0, tt_memory(%%rip)")
  TT_FORM("push-pop", "push %%rax\n pop %%rax")
  TT_FORM("push-memory", "push tt_memory(%%rip)\n pop %%rax")
  TT_FORM("copy-string", "lea tt_memory(%%rip), %%rsi\n lea tt_memory(%%rip), %%rdi\n movsq")
  TT_FORM("repeated-store", "lea tt_memory(%%rip), %%rdi\n mov $3, %%ecx\n rep stosq")
  TT_FORM("call-return", "call 1f\n jmp 2f\n 1: ret\n 2:")
  TT_FORM("conditional-move", "cmp %%rax, %%rcx\n cmove tt_memory(%%rip), %%rax")
  TT_FORM("branch-taken", "cmp %%rax, %%rax\n je 1f\n 1:")
  TT_FORM("branch-not-taken", "cmp %%rax, %%rax\n jne 1f\n 1:")
  TT_FORM("long-nop", "nopl 0x0(%%rax,%%rax,1)")
  TT_FORM("prefetch", "prefetcht0 tt_memory(%%rip)")
  TT_FORM("lea", "lea tt_memory(%%rip), %%rax")
  TT_FORM("jump-memory",
          "lea 1f(%%rip), %%rax\n mov %%rax, tt_memory(%%rip)\n jmp *tt_memory(%%rip)\n 1:")
  TT_FORM("bit-scan", "bsf %%rax, %%rcx")
  TT_FORM("leave", "push %%rbp\n mov %%rsp, %%rbp\n leave")
  TT_FORM("vector", "movups tt_memory(%%rip), %%xmm0\n movups %%xmm0, tt_memory(%%rip)")
  return 0;
}
