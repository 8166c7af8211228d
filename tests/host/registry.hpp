// The workloads linked into this test, straight from their section.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string_view>

#include "workload.hpp"

extern "C" const tracetoll::WorkloadEntry __start_tt_workloads[];
extern "C" const tracetoll::WorkloadEntry __stop_tt_workloads[];

namespace tracetoll::host::test {

inline std::span<const WorkloadEntry> entries() {
  return {__start_tt_workloads, __stop_tt_workloads};
}

inline const WorkloadEntry& find_workload(std::string_view name, std::string_view variant = "none",
                                          std::string_view axis = "") {
  for (const WorkloadEntry& entry : entries()) {
    if (entry.name == name && entry.variant == variant && entry.axis == axis) return entry;
  }
  ADD_FAILURE() << "no workload " << name << " of " << variant << axis;
  return entries().front();
}

}  // namespace tracetoll::host::test
