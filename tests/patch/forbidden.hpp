// Seccomp filters that answer system calls with EPERM, as a container's may: for a child process.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

namespace tracetoll::patch_test {

// Whenever all bits of `bits` are set in the argument number `argument`.
struct Forbidden {
  unsigned call;
  unsigned argument;
  unsigned bits;
};

constexpr Forbidden kWritingAtAnOffset = {SYS_pwrite64, 0, 0};
constexpr Forbidden kOpeningToWrite = {SYS_openat, 2, 02};  // O_RDWR
constexpr Forbidden kMakingExecutable = {SYS_mprotect, 2, PROT_EXEC};
constexpr Forbidden kMappingExecutable = {SYS_mmap, 2, PROT_EXEC};
constexpr Forbidden kMembarrier = {SYS_membarrier, 0, 0};

// For this process and its children, for good. False: filters cannot be set here.
inline bool forbid(const Forbidden& rule) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.call, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
               static_cast<unsigned>(offsetof(seccomp_data, args) + 8 * rule.argument)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, rule.bits),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.bits, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {sizeof program / sizeof program[0], program};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace tracetoll::patch_test
