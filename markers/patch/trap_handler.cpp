#include "trap_handler.hpp"

#include <pthread.h>
#include <sched.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <string>

#include "stubs.hpp"
#include "text_edit.hpp"

namespace tracetoll::patch {
namespace {

constexpr int kBreakpointTrap = 3;  // Intel SDM volume 3A, table 6-1
constexpr std::uint8_t kInt3 = 0xcc;

using Addresses = std::vector<std::uintptr_t>;
std::atomic<const Addresses*> trap_addresses = nullptr;
std::atomic<int> readers = 0;  // handlers that look at *trap_addresses

std::atomic<const struct sigaction*> before = nullptr;

// Is this thread's handler in that of the program, which may call us in turn? In static storage of
// the thread: a handler must not allocate.
__attribute__((tls_model("initial-exec"))) thread_local volatile bool in_handler_before = false;

bool is_ours(std::uintptr_t address) {
  readers.fetch_add(1);
  const Addresses* addresses = trap_addresses.load();
  const bool found = addresses != nullptr && std::ranges::binary_search(*addresses, address);
  readers.fetch_sub(1);
  return found;
}

void die_of(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  ::raise(signal);
}

void hand_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction* action = before.load();
  const bool by_instruction = info->si_code > 0;
  if (action->sa_handler == SIG_IGN && !by_instruction) return;
  if (action->sa_handler == SIG_IGN || action->sa_handler == SIG_DFL || in_handler_before)
    return die_of(signal);
  in_handler_before = true;
  sigset_t mask;
  ::pthread_sigmask(SIG_BLOCK, &action->sa_mask, &mask);
  if ((action->sa_flags & SA_SIGINFO) != 0)
    action->sa_sigaction(signal, info, context);
  else
    action->sa_handler(signal);
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  in_handler_before = false;
}

void on_trap(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto address = static_cast<std::uintptr_t>(registers[REG_RIP]) - 1;
  // The trap's number is left over from an earlier one when the signal was sent (si_code <= 0).
  if (info->si_code > 0 && registers[REG_TRAPNO] == kBreakpointTrap && is_ours(address)) {
    const bool still_there = *reinterpret_cast<const volatile std::uint8_t*>(address) == kInt3;
    registers[REG_RIP] = static_cast<greg_t>(still_there ? address + kNopSize : address);
  } else {
    hand_on(signal, info, context);
  }
  errno = error;
}

void forget_threads_of_parent() {
  readers = 0;
}

}  // namespace

void set_trap_addresses(std::vector<std::uintptr_t> addresses) {
  [[maybe_unused]] static const int registered =
      ::pthread_atfork(nullptr, nullptr, forget_threads_of_parent);
  const Addresses* old = trap_addresses.exchange(new Addresses(std::move(addresses)));
  while (readers.load() != 0) ::sched_yield();
  delete old;
}

void install_trap_handler() {
  struct sigaction now = {};
  ::sigaction(SIGTRAP, nullptr, &now);
  if (now.sa_sigaction == on_trap) return;
  before = new struct sigaction(now);  // a handler may be reading the one before it: never freed
  struct sigaction ours = {};
  ours.sa_sigaction = on_trap;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
  if (::sigaction(SIGTRAP, &ours, nullptr) != 0)
    throw PatchError{std::string("no handler for SIGTRAP can be installed: ") +
                     std::strerror(errno)};
}

}  // namespace tracetoll::patch
