#include "count_loop.hpp"

#include "callgrind_requests.hpp"

// In assembly: what it executes is known.
#ifdef __x86_64__
asm(R"(
  .pushsection .text.tracetoll_nothing, "ax", @progbits
  .globl tracetoll_nothing
  .type tracetoll_nothing, @function
tracetoll_nothing:
  mov $1, %eax
  ret
  .size tracetoll_nothing, . - tracetoll_nothing
  .popsection)");
#else
asm(R"(
  .pushsection .text.tracetoll_nothing, "ax", @progbits
  .globl tracetoll_nothing
  .type tracetoll_nothing, @function
tracetoll_nothing:
  mov w0, #1
  ret
  .size tracetoll_nothing, . - tracetoll_nothing
  .popsection)");
#endif

std::int64_t tracetoll_count_loop(bool (*run)(tracetoll::host::Host&), tracetoll::host::Host* host,
                                  std::int64_t operations) {
  std::int64_t failures = 0;
  bool (*next)(tracetoll::host::Host&) = tracetoll_nothing;
  CALLGRIND_TOGGLE_COLLECT;
  do {
    failures += next(*host) ? 0 : 1;
    next = run;
    asm volatile("" : "+r"(next));  // one body for all passes: the first is not peeled off
  } while (operations-- > 0);
  CALLGRIND_TOGGLE_COLLECT;
  return failures;
}
