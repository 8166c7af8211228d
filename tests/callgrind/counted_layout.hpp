// Counts of the build's own layouts, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "count_study.hpp"
#include "layouts.hpp"
#include "valgrind.hpp"

namespace tracetoll::testing {

inline const Layouts& built_layouts() {
  static const Layouts layouts = find_layouts(std::getenv("LAYOUTS"));
  return layouts;
}

// Why nothing can be counted here; empty when it can.
inline std::string why_not_countable() {
  if (!built_layouts().inventory.not_countable.empty())
    return built_layouts().inventory.not_countable;
  return find_valgrind([] { return false; }).missing;
}

#define TT_SKIP_UNLESS_COUNTABLE()                                         \
  if (const std::string why_not = why_not_countable(); !why_not.empty()) { \
    GTEST_SKIP() << why_not;                                               \
  }

inline CountResult counted(const std::vector<std::string>& workloads,
                           const std::vector<std::string>& variants, int processes = 2,
                           std::size_t layout = 0) {
  CountRequest request;
  request.file = built_layouts().files[layout];
  request.workloads = workloads;
  request.variants = variants;
  request.budget_seconds = 300;
  request.processes = processes;
  return count_variants(request, {[] { return false; }, [](int, int, const std::string&) {}});
}

}  // namespace tracetoll::testing
