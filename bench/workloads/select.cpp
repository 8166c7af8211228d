// select_500: one select over N descriptors, all of them ready, with a timeout of zero.
#include <sys/select.h>

#include <cstring>

#include "host/descriptors.hpp"
#include "host/prepare.hpp"
#include "workload.hpp"

namespace tracetoll::host::TT_VARIANT {
namespace {

constexpr Timeout kNoWait{0, 0};

// select overwrites its set with what is ready.
std::uint64_t* fresh_set(SelectPlan& plan) {
  std::memcpy(plan.working, plan.bits, plan.words * sizeof(std::uint64_t));
  return plan.working;
}

int select_simulated(Host& host) {
  SelectPlan& plan = host.select;
  std::uint64_t* set = fresh_set(plan);
  return sys_select(host, static_cast<int>(plan.nfds), plan.writable ? nullptr : set,
                    plan.writable ? set : nullptr, nullptr, &kNoWait);
}

// The kernel takes a bit array of any length; only FD_SET() ends at FD_SETSIZE.
int select_really(SelectPlan& plan) {
  fd_set* set = reinterpret_cast<fd_set*>(fresh_set(plan));
  timeval no_wait{0, 0};
  return select(static_cast<int>(plan.nfds), plan.writable ? nullptr : set,
                plan.writable ? set : nullptr, nullptr, &no_wait);
}

template <bool real>
bool run_select(Host& host) {
  const int expected = static_cast<int>(host.select.polled);
  if (expected == 0 || select_simulated(host) != expected) return false;
  if (real && select_really(host.select) != expected) return false;
  return is_quiescent(host);
}

}  // namespace

TT_WORKLOAD(select_500, "select_500", "one select over the descriptors", run_select<true>,
            prepare_select, 1);
TT_WORKLOAD(select_500_pure, "select_500.pure", "one select over the descriptors",
            run_select<false>, prepare_select, 1);

}  // namespace tracetoll::host::TT_VARIANT
