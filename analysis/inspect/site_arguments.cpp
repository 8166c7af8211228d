#include "site_arguments.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "dwarf_data.hpp"
#include "function_name.hpp"
#include "patch/dwarf/argument_text.hpp"
#include "patch/dwarf/dwarf_arguments.hpp"
#include "sdt_operands.hpp"
#include "site.hpp"
#include "source_lines.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::uint64_t kTextOfMarker = 24;  // offset of `arguments` in struct tt_marker

// The source of its arguments, as its marker has it.
std::string source_text(const ElfFile& file, const Site& site) {
  std::uint64_t address = 0;
  const auto pointer = file.bytes(site.marker + kTextOfMarker, sizeof address);
  std::memcpy(&address, pointer.data(), sizeof address);
  const Section* section = address == 0 ? nullptr : file.section_at(address, 1);
  if (section == nullptr) return {};
  const auto rest = section->bytes.subspan(address - section->address);
  const std::size_t size = std::min(rest.size(), kLongestText);
  const auto* text = reinterpret_cast<const char*>(rest.data());
  return std::string(text, strnlen(text, size));
}

// The record's entries, one an argument: "-4@%edi ? ".
std::vector<std::string> entries_of(const std::string& operands) {
  std::istringstream stream(operands);
  std::vector<std::string> result;
  for (std::string entry; stream >> entry;) result.push_back(entry);
  return result;
}

void describe_operand(const std::string& entry, Machine machine, SiteArgument& argument) {
  const Operands parsed = parse_operands(entry, machine);
  if (parsed.list.size() != 1) {
    argument.why = "not understood";
    argument.reason = "its operand is '" + entry + "'";
    return;
  }
  const Operand& operand = parsed.list[0];
  argument.by = SiteArgument::By::operand;
  argument.place = operand.text;
  argument.kind = name_of(operand.place);
  argument.bytes = operand.bytes;
  argument.is_signed = operand.is_signed;
  argument.floating = operand.floating;
}

std::string kind_of(patch::Argument::In in) {
  using In = patch::Argument::In;
  switch (in) {
    case In::constant:
      return "constant";
    case In::general_register:
      return "register";
    case In::vector_register:
      return "vector";
    case In::address:
    case In::pointer_sum:
      return "address";
    case In::memory:
    case In::absolute_memory:
    case In::dereferenced:
      return "memory";
  }
  return "";
}

void describe_found(const dwarf::FoundArgument& found, SiteArgument& argument) {
  if (!found.place) {
    argument.why = name_of(found.missing.why);
    argument.reason = found.missing.reason;
    return;
  }
  argument.by = SiteArgument::By::debug_data;
  argument.place = dwarf::place_text(*found.place);
  argument.kind = kind_of(found.place->in);
  argument.bytes = found.place->size;
  argument.is_signed = found.place->is_signed;
  argument.floating = found.place->is_float;
}

ArgumentSite described(const ElfFile& file, const Site& site, dwarf::DwarfArguments& finder,
                       SourceLines& lines) {
  ArgumentSite result;
  result.variant = site.variant;
  result.name = site.name;
  result.address = site.code_end - 5;  // its NOP: alignment may come before it
  result.function = site.function;
  if (const auto line = lines.at(result.address)) {
    result.file = line->file;
    result.line = line->line;
  }
  result.inlined = lines.inlined(result.address);
  const std::string source = source_text(file, site);
  const std::vector<std::string> entries = entries_of(site.arguments);
  auto found = finder.find(result.address, source);
  if (found.size() != entries.size()) {
    result.note = "its source names " + std::to_string(found.size()) +
                  " arguments, its record has " + std::to_string(entries.size());
  }
  for (std::size_t i = 0; i < found.size(); i++) {
    SiteArgument& argument = result.arguments.emplace_back();
    argument.source = found[i].source;
    if (i < entries.size() && entries[i] != "?") {
      describe_operand(entries[i], file.machine(), argument);
    } else {
      describe_found(found[i], argument);
    }
  }
  return result;
}

}  // namespace

SiteArguments site_arguments(const ElfFile& file, const std::string& function) {
  SiteArguments result;
  result.file = file.path();
  if (file.debug_file() != nullptr) result.debug = file.debug_file()->path();
  result.notes.assign(file.notes().begin(), file.notes().end());
  const DwarfData data(file);
  if (!data.absent().empty()) result.notes.push_back(data.absent() + ": compile with -g");
  if (file.relocatable())
    result.notes.push_back("not linked: what lies in the stack frame is not found in a .o");
  dwarf::DwarfArguments finder(data.get(), file.relocatable() ? nullptr : file.handle(), 0);
  SourceLines lines(file);
  std::vector<Site> sites = read_sites(file);
  std::erase_if(sites, [&](const Site& site) {
    if (site.kind != SwitchedBy::stub || site.marker == 0) return true;
    return !function.empty() && !is_named(site.function, function);
  });
  if (sites.empty() && !function.empty())
    file.fail("has no site with arguments to find in a function " + function);
  std::ranges::stable_sort(sites, {}, &Site::code);
  for (const Site& site : sites) result.sites.push_back(described(file, site, finder, lines));
  result.coverage = coverage_of(result.sites);
  result.suggestions = keep_suggestions(result.sites);
  return result;
}

const char* name_of(SiteArgument::By by) {
  switch (by) {
    case SiteArgument::By::operand:
      return "operand";
    case SiteArgument::By::debug_data:
      return "debug data";
    case SiteArgument::By::nothing:
      return "nothing";
  }
  return "";
}

}  // namespace tracetoll
