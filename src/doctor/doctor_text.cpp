#include <fmt/format.h>

#include "doctor.hpp"
#include "text_format.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kNameWidth = 19;

std::string value_of(const Finding& finding) {
  if (finding.why_absent.empty()) return finding.value;
  return "none: " + finding.why_absent;
}

// A name in its column, what is said of it beside it.
std::string row(const std::string& mark, const std::string& name, const std::string& text) {
  const std::string first = fmt::format("{}{:<{}} ", mark, fit(name, kNameWidth), kNameWidth);
  return wrap(text, first, std::string(first.size(), ' '));
}

// A shell goes on behind a pipe at the end of a line.
std::string command_lines(const std::string& command) {
  const std::string line = "      $ " + ascii(command);
  const std::size_t pipe = line.find(" | ");
  if (line.size() <= kColumns || pipe == std::string::npos) return line + "\n";
  return line.substr(0, pipe + 2) + "\n          " + line.substr(pipe + 3) + "\n";
}

std::string findings_of(const Diagnosis& diagnosis, Severity severity, const char* title) {
  std::string text;
  for (const Topic& topic : diagnosis.topics) {
    for (const Finding& finding : topic.findings) {
      if (finding.severity != severity) continue;
      text += wrap(fmt::format("{}: {}", finding.name, value_of(finding)), "  ", "    ");
      if (!finding.problem.empty()) text += wrap(finding.problem, "    ", "    ");
      for (const std::string& command : commands_of(finding)) text += command_lines(command);
    }
  }
  return text.empty() ? "" : fmt::format("\n{}\n{}", title, text);
}

const char* mark_of(Severity severity) {
  switch (severity) {
    case Severity::obstacle:
      return "  ! ";
    case Severity::note:
      return "  * ";
    default:
      return "    ";
  }
}

}  // namespace

std::string doctor_text(const Diagnosis& diagnosis) {
  const MachineFacts& machine = diagnosis.observed.machine;
  std::string text = wrap(
      fmt::format(
          "{}, {} CPU{}, {}, {}", machine.cpu, machine.cpus, machine.cpus == 1 ? "" : "s",
          machine.hypervisor.empty() ? "no hypervisor known" : "guest of " + machine.hypervisor,
          machine.kernel),
      "", "  ");
  text += "\nWhat can be measured here\n";
  for (const Finding& ability : diagnosis.abilities)
    text += row("  ", ability.name,
                ability.why_absent.empty() ? ability.value : "no: " + ability.why_absent);
  text += findings_of(diagnosis, Severity::obstacle,
                      "Obstacles, with the command that removes each where there is one");
  text += findings_of(diagnosis, Severity::note, "Notes");
  text += "\nAll facts (! obstacle, * note)\n";
  for (const Topic& topic : diagnosis.topics) {
    text += wrap(topic.name, "  ", "  ");
    for (const Finding& finding : topic.findings)
      text += row(mark_of(finding.severity), finding.name, value_of(finding));
  }
  return text + "\nNothing was changed; the commands are for you to run.\n";
}

}  // namespace tracetoll
