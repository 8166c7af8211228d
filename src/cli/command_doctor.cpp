#include <fmt/format.h>
#include <unistd.h>

#include "command.hpp"
#include "doctor.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "output.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Diagnosis&);

constexpr Named<Printer> kFormats[] = {{"text", doctor_text}, {"json", doctor_json}};

}  // namespace

int command_doctor(const DoctorOptions& options) {
  const Printer print = find_named("format", options.format, kFormats);
  watch_for_interrupt();
  const bool on_terminal = ::isatty(STDERR_FILENO) == 1;
  const auto show = [on_terminal](const std::string& line) {
    const std::string whole = "\r\033[K" + line;
    if (on_terminal) [[maybe_unused]]
      const auto written = ::write(STDERR_FILENO, whole.data(), whole.size());
  };
  show("looking at the machine");
  Observed observed = observe("not measured (--no-aa)");
  if (!options.no_aa) {
    NoiseRequest request;
    request.layout_folder = options.layout_folder;
    request.interrupted = interrupted;
    request.on_progress = [&](double seconds) {
      show(fmt::format("A/A: {:.1f} of {:.0f} s", seconds, request.seconds));
    };
    observed.noise = measure_noise(request);
  }
  show("");
  print_output(print(diagnose(DiskFiles(), std::move(observed))));
  return kExitDone;
}

}  // namespace tracetoll
