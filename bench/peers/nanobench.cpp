// What nanobench says of two variants of a workload, in the same executable as a layout's: its
// documented paired comparison, with its own settings and the number of rounds that it advises.
//
//     nanobench WORKLOAD BASELINE VARIANT      one line of JSON
//
// Not part of the build: `./dev calibrate --nanobench DIR` compiles it where DIR has nanobench.h.
#define ANKERL_NANOBENCH_IMPLEMENT
#include <fmt/format.h>
#include <nanobench.h>

#include <exception>

#include "stage.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kRounds = 52;  // what the documentation of compare() suggests

void compare(const std::string& workload, const std::string& baseline, const std::string& variant) {
  Stage stage(0);
  const WorkloadName name = parse_workload_name(workload);
  const Timed left = stage.timed(name, baseline);
  const Timed right = stage.timed(name, variant);
  bool did_its_work = true;
  const auto result = ankerl::nanobench::Bench().output(nullptr).epochs(kRounds).compare(
      "baseline", [&] { did_its_work &= left.entry->run(*left.host); },  //
      "variant", [&] { did_its_work &= right.entry->run(*right.host); });
  if (!did_its_work) throw StageError("an operation did not do its work");
  // Its ratio is the baseline's time over the variant's.
  fmt::print(
      "{{\"version\":\"{}.{}.{}\",\"rounds\":{},\"percent\":{},\"low\":{},\"high\":{},"
      "\"different\":{}}}\n",
      ANKERL_NANOBENCH_VERSION_MAJOR, ANKERL_NANOBENCH_VERSION_MINOR,
      ANKERL_NANOBENCH_VERSION_PATCH, result.rounds(), 100 * (1 / result[1].relative - 1),
      100 * (1 / result[1].relativeHigh - 1), 100 * (1 / result[1].relativeLow - 1),
      result.isSignificant(1));
}

}  // namespace
}  // namespace tracetoll

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw tracetoll::StageError("usage: nanobench WORKLOAD BASELINE VARIANT");
    tracetoll::compare(argv[1], argv[2], argv[3]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
