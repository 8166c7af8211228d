#include "arguments_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "function_name.hpp"
#include "json_fields.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kLongest = 160;

// All texts come from the file, and a terminal obeys what it is sent.
std::string shown(const std::string& text) {
  return printable(text, kLongest);
}

std::string coverage_line(const ArgumentCoverage& coverage) {
  const std::string name = coverage.variant.empty() ? "all" : shown(coverage.variant);
  if (coverage.arguments == 0)
    return fmt::format("  {:<14} {:>6} sites, without arguments\n", name, coverage.sites);
  const double percent = 100.0 * coverage.found / coverage.arguments;
  return fmt::format("  {:<14} {:>6} of {:<6} {:>5.1f} %   {} of {} sites lose none{}\n", name,
                     coverage.found, coverage.arguments, percent, coverage.complete, coverage.sites,
                     coverage.operands == 0 || coverage.operands == coverage.found
                         ? ""
                         : fmt::format("; {} by an operand", coverage.operands));
}

std::string notes_text(const SiteArguments& arguments) {
  std::string text;
  for (const std::string& note : arguments.notes) text += "note: " + shown(note) + "\n";
  return text;
}

std::string head(const SiteArguments& arguments) {
  std::string text = shown(arguments.file);
  if (!arguments.debug.empty()) text += ", debug data from " + shown(arguments.debug);
  text += "\n" + notes_text(arguments);
  if (arguments.sites.empty())
    return text + "no site here is patched to a stub (patch_call, patch_dwarf)\n";
  text += "arguments that are found:\n";
  // Of one variant, the sum is the same.
  const std::size_t lines = arguments.coverage.size() == 2 ? 1 : arguments.coverage.size();
  for (std::size_t i = 0; i < lines; i++) text += coverage_line(arguments.coverage[i]);
  std::map<std::string, int> lost;
  for (const ArgumentSite& site : arguments.sites) {
    for (const SiteArgument& argument : site.arguments) {
      if (!argument.found()) lost[argument.why]++;
    }
  }
  std::string reasons;
  for (const auto& [why, count] : lost)
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", count, why);
  if (!reasons.empty()) text += fmt::format("lost: {}; --suggest says what to write\n", reasons);
  return text;
}

std::string type_text(const SiteArgument& argument) {
  if (argument.bytes == 0) return "";
  if (argument.floating) return argument.bytes == 4 ? "float" : "double";
  return fmt::format("{}{} byte{}", argument.is_signed ? "signed, " : "", argument.bytes,
                     argument.bytes == 1 ? "" : "s");
}

std::string argument_line(const SiteArgument& argument) {
  const std::string source = shown(argument.source);
  if (!argument.found()) return fmt::format("    {:<26} -- {}\n", source, shown(argument.reason));
  return fmt::format("    {:<26} {:<20} {}{}\n", source, shown(argument.place), type_text(argument),
                     argument.by == SiteArgument::By::operand ? ", an operand" : "");
}

int losses(const ArgumentSite& site) {
  return static_cast<int>(
      std::ranges::count_if(site.arguments, [](const auto& one) { return !one.found(); }));
}

std::string site_text(const ArgumentSite& site) {
  std::string text =
      fmt::format("\n  {}:{}  {:#x} {}", shown(site.variant), shown(site.name), site.address,
                  shown(std::string(without_parameters(site.function))));
  if (!site.inlined.empty())
    text += ", inlined " + shown(std::string(without_parameters(site.inlined[0])));
  if (!site.file.empty()) text += fmt::format(", {}:{}", shown(site.file), site.line);
  text += "\n";
  if (!site.note.empty()) text += "    note: " + site.note + "\n";
  for (const SiteArgument& argument : site.arguments) text += argument_line(argument);
  return text;
}

}  // namespace

std::string arguments_text(const SiteArguments& arguments, std::size_t top) {
  std::string text = head(arguments);
  std::vector<const ArgumentSite*> sites;
  for (const ArgumentSite& site : arguments.sites) sites.push_back(&site);
  std::ranges::stable_sort(sites, std::greater{},
                           [](const ArgumentSite* site) { return losses(*site); });
  if (top != 0 && sites.size() > top) {
    sites.resize(top);
    text += fmt::format("the {} sites of {} that lose most (--top 0: all):\n", top,
                        arguments.sites.size());
  }
  for (const ArgumentSite* site : sites) text += site_text(*site);
  return text;
}

std::string suggestions_text(const SiteArguments& arguments) {
  if (arguments.suggestions.empty()) {
    return notes_text(arguments) + (arguments.sites.empty()
                                        ? "no site here is patched to a stub\n"
                                        : "every argument is found: nothing to keep\n");
  }
  std::string text = notes_text(arguments);
  for (const KeepSuggestion& one : arguments.suggestions) {
    text += fmt::format("{}{}{}\n", shown(one.where), one.where.empty() ? "" : "  ",
                        printable(one.text, 1000));
    for (const std::string& lost : one.lost) text += "    " + shown(lost) + "\n";
  }
  return text;
}

}  // namespace tracetoll
