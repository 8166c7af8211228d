// One argument of a site, as the stub of its site finds it.
#pragma once

#include <cstdint>
#include <string>

namespace tracetoll::patch {

// Where a stub finds one argument of its probe.
struct Argument {
  enum class In : std::uint8_t {
    constant,          // `offset` is the value
    general_register,  // `number` as DWARF numbers them: 0 rax, 1 rdx, 2 rcx, 3 rbx, 4 rsi, 5 rdi,
                       // 6 rbp, 7 rsp, 8 to 15; from its byte `offset` on (1 for %ah)
    vector_register,   // `number`: 0 to 15, xmm0 to xmm15; its low bytes
    memory,            // at `offset` from the general register `number`, as it is at the site
    address,           // the address itself: general register `number` + `offset`
    absolute_memory,   // at the address `offset`
    dereferenced,      // at `second_offset` from the pointer that is in memory at `offset` from
                       // `number`, or from nothing where that is -1
    pointer_sum,       // the address that `dereferenced` reads
  };
  In in = In::constant;
  int number = 0;
  int size = 8;            // 1, 2, 4 or 8 bytes; what is wider is cut, wherever it is
  bool is_signed = false;  // an integer is extended to all 8 bytes of its register
  bool is_float = false;   // float or double
  std::int64_t offset = 0;
  std::int64_t second_offset = 0;
};

// Hopeless requests of the library's user: one line that says what, where, and what to do.
struct PatchError {
  std::string message;
};

}  // namespace tracetoll::patch
