#include "text_run.hpp"

#include <fmt/format.h>

namespace tracetoll {

namespace {

std::string or_unknown(const std::string& text, const char* what) {
  return text.empty() ? fmt::format("unknown {}", what) : text;
}

}  // namespace

std::string counted(int count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string text_machine(const Context& context) {
  return fmt::format(
      "{}: {}{}{} on {}{}", or_unknown(context.tool, "tool"),
      or_unknown(context.compiler, "compiler"), context.flags.empty() ? "" : " ", context.flags,
      or_unknown(context.cpu, "CPU"),
      context.hypervisor.empty() ? "" : fmt::format(", guest of {}", context.hypervisor));
}

std::string text_size(const Report& report) {
  const auto seconds =
      report.end.empty() ? "" : fmt::format(" in {:.1f} s", report.elapsed_seconds);
  return fmt::format("{}, {}, {}{}", counted(report.layouts, "layout"),
                     counted(report.replicates, "replicate") +
                         (report.replicates == 1 ? " (process)" : " (processes)"),
                     counted(report.rounds, "round"), seconds);
}

}  // namespace tracetoll
