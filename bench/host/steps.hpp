// Where a lock is taken: the kernel function that takes it. It stands for the kernel's _RET_IP_,
// and is a number so that the code of every variant leaves the same state behind.
#pragma once

#include <cstdint>

namespace tracetoll::host {

enum Step : std::uintptr_t {
  kNoStep,
  kGetname,
  kAllocFd,
  kAllocEmptyFile,
  kPathInit,
  kSetRoot,
  kLegitimizePath,
  kDoDentryOpen,
  kTerminateWalk,
  kFdInstall,
  kPutUnusedFd,
  kCloseFd,
  kTaskWorkRun,
  kFput,
  kCallRcu,
  kInterrupt,
  kDoSoftirq,
  kRcuCallback,
  kSelect,
  kCoreSysSelect,
  kGetFdSet,
  kMaxSelectFd,
  kFget,
  kSetFdSet,
};

}  // namespace tracetoll::host
