#include "inspect_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "figure_names.hpp"
#include "function_name.hpp"
#include "json_fields.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kLongestName = 160;

// Names come from the file, and a terminal obeys what it is sent.
std::string shown(const std::string& name) {
  return printable(name, kLongestName);
}

std::string short_name(const std::string& name) {
  return shown(std::string(without_parameters(name)));
}

// The dearest first; of equals, the order that they have.
template <typename T, typename Cost>
std::vector<const T*> dearest(const std::vector<T>& all, std::size_t top, Cost cost) {
  std::vector<const T*> result;
  for (const T& one : all) result.push_back(&one);
  std::ranges::stable_sort(result, std::greater{}, [&](const T* one) { return cost(*one); });
  if (top != 0 && result.size() > top) result.resize(top);
  return result;
}

std::string of(std::size_t shown_count, std::size_t all) {
  return shown_count == all ? fmt::format("{}", all) : fmt::format("{} of {}", shown_count, all);
}

std::string count(int number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string head(const Inspection& inspection) {
  std::string text = fmt::format("{}: {}{}", shown(inspection.file), name_of(inspection.machine),
                                 inspection.relocatable ? ", not linked: addresses are ours" : "");
  if (!inspection.compiler.empty()) text += ", " + inspection.compiler;
  if (!inspection.debug.empty()) text += ", symbols and lines from " + shown(inspection.debug);
  text += '\n';
  std::map<std::string, int> kinds;
  for (const InspectedSite& site : inspection.sites) kinds[name_of(site.found.kind)]++;
  std::string by_kind;
  for (const auto& [kind, sites] : kinds)
    by_kind += fmt::format("{}{} {}", by_kind.empty() ? "" : ", ", sites, kind);
  if (inspection.sites.empty())
    by_kind = "none that a section tells of; --function NAME shows any function";
  text += fmt::format("sites: {}\n", by_kind);
  text += fmt::format("functions: {} with sites or asked for, of {}\n", inspection.functions.size(),
                      inspection.functions_in_file);
  return text;
}

std::string operand_cost(const InspectedSite& site) {
  if (site.found.operands.empty()) return "none";
  const std::string n = count(static_cast<int>(site.found.operands.size()), "operand", "operands");
  if (!site.operands) return n + ", cost not known";
  const OperandCost& cost = *site.operands;
  std::string parts;
  const auto add = [&](int number, const char* one, const char* many) {
    if (number > 0) parts += (parts.empty() ? "" : ", ") + count(number, one, many);
  };
  add(cost.loads, "load", "loads");
  add(cost.stores, "store", "stores");
  add(cost.moves, "move", "moves");
  add(cost.calls, "call", "calls");
  add(cost.others, "other", "others");
  return n + (parts.empty() ? ", no cost seen" : ", at least " + parts);
}

std::string with_blanks(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

// "a > b > c": what is inlined there, from the outside; of a long chain the ends.
std::string inlined_chain(const std::vector<std::string>& inlined) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = inlined.size(); i-- > 0;) {
    const bool hidden = inlined.size() > kShown && i >= 2 && i < inlined.size() - 2;
    if (hidden && i != 2) continue;
    text += (text.empty() ? "" : " > ") + (hidden ? "..." : short_name(inlined[i]));
  }
  return text;
}

std::string place(const InspectedSite& site) {
  if (site.found.address == 0) return "in no code";
  std::string text = fmt::format("{:#x}", site.found.address);
  if (!site.function.empty())
    text += fmt::format(" {}{}{:+#x}", short_name(site.function),
                        site.in_cold_part ? " (cold part)" : "", site.offset);
  if (!site.inlined.empty()) text += ", inlined " + inlined_chain(site.inlined);
  if (!site.source.empty()) text += ", " + shown(site.source);
  return text;
}

std::string site_lines(const InspectedSite& site) {
  const FoundSite& found = site.found;
  const std::string name = found.provider.empty() ? found.name : found.provider + ":" + found.name;
  std::string text = fmt::format(
      "  {:>5} {:>5} {:>6} {:>5}  {:>5}  {:<18} {} {}\n",
      site.code ? fmt::format("{}", site.cost()) : "-",
      site.code ? fmt::format("{}", site.code->loads + (site.operands ? site.operands->loads : 0))
                : "-",
      site.code ? fmt::format("{}", site.code->conditional_branches) : "-", found.size,
      site.alignment == kCacheLine ? "64+" : fmt::format("{}", site.alignment),
      with_blanks(name_of(site.patching.how)), name_of(found.kind), shown(name));
  text += fmt::format("        {}\n", place(site));
  std::string code = site.code ? site.code->mnemonics : "code not known";
  if (site.straddles_line && found.size <= kCacheLine) code += "; in two cache lines";
  if (!found.operands.empty()) code += "; " + operand_cost(site);
  if (site.body_bytes) code += fmt::format("; guards {} bytes", *site.body_bytes);
  if (site.patching.how != Patchable::flag && !site.patching.why.empty())
    code += "; patch: " + site.patching.why;
  text += fmt::format("        {}\n", code);
  for (const std::string& note : found.notes)
    text += fmt::format("        note: {}\n", shown(note));
  return text;
}

std::string sites_text(const Inspection& inspection, std::size_t top) {
  if (inspection.sites.empty()) return "";
  const auto sites = dearest(inspection.sites, top, [](const auto& site) { return site.cost(); });
  std::string text = fmt::format(
      "\nSites, dearest first: what runs for them while they are dormant, operands among it ({})\n"
      "  insns loads branch bytes  align  patched by         kind and name\n",
      of(sites.size(), inspection.sites.size()));
  for (const InspectedSite* site : sites) text += site_lines(*site);
  return text;
}

std::string frame_of(const InspectedFunction& function) {
  if (!function.frame_known) return "?";
  return fmt::format("{}{}", function.shape.frame_bytes, function.shape.variable_frame ? "+" : "");
}

std::string functions_text(const Inspection& inspection, std::size_t top) {
  if (inspection.functions.empty()) return "";
  const auto functions =
      dearest(inspection.functions, top, [](const auto& function) { return function.cost; });
  std::string text = fmt::format(
      "\nFunctions, dearest sites first ({}); hot: where control may be while all sites are "
      "dormant;\n"
      "stack: loads and stores through the stack pointer; calls: tail calls among them\n"
      "         hot                                           all\n"
      "  sites  bytes lines insns saves  stack branches calls bytes lines  frame  function\n",
      of(functions.size(), inspection.functions.size()));
  for (const InspectedFunction* function : functions) {
    const CodeFigures& hot = function->shape.hot;
    const CodeFigures& total = function->shape.total;
    text += fmt::format(
        "  {:>5}  {:>5} {:>5} {:>5} {:>5} {:>6} {:>8} {:>5} {:>5} {:>5} {:>6}  {}\n",
        function->sites, hot.bytes, hot.cache_lines, hot.instructions, hot.saves,
        hot.stack_loads + hot.stack_stores, hot.conditional_branches, hot.calls + hot.tail_calls,
        total.bytes, total.cache_lines, frame_of(*function), short_name(function->name));
  }
  return text;
}

// Equal fields of array elements look like copies of a body (loops.hpp): so "perhaps", and nothing
// of loops that hold others.
std::string loop_line(const Loop& loop, bool innermost) {
  std::string text = fmt::format("  loop at {:#x}: depth {}, {} bytes, {} instructions", loop.head,
                                 loop.depth, loop.bytes, loop.instructions);
  if (innermost && loop.unroll > 1) text += fmt::format(", perhaps unrolled {} times", loop.unroll);
  if (loop.vector_instructions > 0)
    text += fmt::format(", {} vector instructions", loop.vector_instructions);
  return text + "\n";
}

// All figures of a function that the user named.
std::string function_text(const InspectedFunction& function) {
  std::string text =
      fmt::format("\n{}\n  {:#x}{}{}\n", shown(function.name), function.address,
                  function.source.empty() ? "" : ", " + shown(function.source),
                  function.parent.empty() ? "" : ", part of " + shown(function.parent));
  text += fmt::format("  {:<24} {:>7} {:>7}\n", "", "hot", "all");
  for (const auto& [name, figure] : kFigureNames) {
    text += fmt::format("  {:<24} {:>7} {:>7}\n", with_blanks(name), function.shape.hot.*figure,
                        function.shape.total.*figure);
  }
  text += fmt::format("  {:<24} {:>15}{}\n", "frame bytes", frame_of(function),
                      function.shape.variable_frame ? ": and more, set at run time" : "");
  text += fmt::format("  {:<24} {:>15}{}\n", "saves on every path", function.shape.entry_saves,
                      function.shape.early_exit ? "; a path returns without any" : "");
  const std::vector<Loop>& loops = function.shape.loops;
  for (std::size_t i = 0; i < loops.size(); i++) {
    const bool innermost = i + 1 == loops.size() || loops[i + 1].depth <= loops[i].depth;
    text += loop_line(loops[i], innermost);
  }
  return text;
}

// A function and the copies that the compiler made of it, together: what the source's function is.
std::string families_text(const Inspection& inspection) {
  std::map<std::string, std::vector<const InspectedFunction*>> families;
  for (const InspectedFunction& function : inspection.functions)
    families[function.parent.empty() ? function.name : function.parent].push_back(&function);
  std::string text;
  for (const auto& [name, members] : families) {
    if (members.size() < 2) continue;
    CodeFigures hot, total;
    for (const InspectedFunction* member : members) {
      for (const auto& [key, figure] : kFigureNames) {
        hot.*figure += member->shape.hot.*figure;
        total.*figure += member->shape.total.*figure;
      }
    }
    text += fmt::format(
        "\n{} in {} parts and copies: hot {} bytes, {} lines, {} instructions; all {} bytes, {} "
        "lines\n",
        shown(name), members.size(), hot.bytes, hot.cache_lines, hot.instructions, total.bytes,
        total.cache_lines);
  }
  return text;
}

}  // namespace

std::string inspect_text(const Inspection& inspection, std::size_t top) {
  std::string text = head(inspection);
  for (const std::string& note : inspection.notes) text += fmt::format("note: {}\n", shown(note));
  text += sites_text(inspection, top);
  text += functions_text(inspection, top);
  if (inspection.named) {
    for (const auto* function :
         dearest(inspection.functions, top, [](const auto& f) { return f.cost; }))
      text += function_text(*function);
    text += families_text(inspection);
  }
  return text;
}

}  // namespace tracetoll
