// A found site as a line of text in which addresses are labels of the file: what the fixtures
// expect of themselves.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "found_site.hpp"

namespace tracetoll {

// "label", "label+8", or the number where no label lies before it.
inline std::string label_of(const ElfFile& file, std::uint64_t address) {
  const Symbol* best = nullptr;
  for (const Symbol& symbol : file.symbols()) {
    const bool tools = symbol.name.empty() || symbol.name.starts_with('$') ||
                       symbol.name == "__bss_start" || symbol.name == "_edata" ||
                       symbol.name == "_end";
    if (tools || symbol.address > address) continue;
    if (best == nullptr || symbol.address > best->address) best = &symbol;
  }
  if (best == nullptr) return std::to_string(address);
  const std::uint64_t distance = address - best->address;
  return std::string(best->name) + (distance == 0 ? "" : "+" + std::to_string(distance));
}

inline std::string as_text(const Operand& operand) {
  std::string size;
  if (operand.bytes != 0) {
    size = (operand.is_signed ? "-" : "") + std::to_string(operand.bytes) +
           (operand.floating ? "f@" : "@");
  }
  return "{" + size + operand.text + "}";
}

inline std::string as_text(const ElfFile& file, const FoundSite& site) {
  std::string text = std::string(name_of(site.kind)) + " " + site.provider + ":" + site.name;
  if (site.address != 0) text += " at " + label_of(file, site.address);
  if (site.size != 0) text += " size " + std::to_string(site.size);
  if (site.function) text += " function " + label_of(file, *site.function);
  if (site.state) text += " state " + label_of(file, *site.state);
  if (site.target) text += " target " + label_of(file, *site.target);
  if (!site.operands.empty()) text += " ";
  for (const Operand& operand : site.operands) text += as_text(operand);
  for (const std::string& note : site.notes) text += " note: " + note;
  return text;
}

// The lines of section tt_expected, sorted.
inline std::vector<std::string> expected_lines(const ElfFile& file) {
  const Section* section = file.section("tt_expected");
  std::vector<std::string> result;
  if (section == nullptr) return result;
  std::istringstream in(std::string(section->bytes.begin(), section->bytes.end()));
  for (std::string line; std::getline(in, line);) result.push_back(line);
  std::ranges::sort(result);
  return result;
}

}  // namespace tracetoll
