#include "twin_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kNameWidth = 26;
constexpr std::size_t kFigureWidth = 12;

std::string figures_text(const Twin& twin, bool all) {
  std::string rows;
  for (const TwinFigure& figure : twin.figures) {
    if (!all && figure.difference() == 0) continue;
    std::string name = figure.name;
    std::ranges::replace(name, '_', ' ');
    rows += trimmed(fmt::format(
        "  {:<{}}{:>{}}{:>{}}{:>{}}", name, kNameWidth, figure.before, kFigureWidth, figure.after,
        kFigureWidth, figure.difference() == 0 ? "=" : fmt::format("{:+}", figure.difference()),
        kFigureWidth));
  }
  if (rows.empty()) return "  no figure differs\n";
  return trimmed(fmt::format("  {:<{}}{:>{}}{:>{}}{:>{}}", "figure", kNameWidth, "before",
                             kFigureWidth, "after", kFigureWidth, "difference", kFigureWidth)) +
         rows;
}

std::string addresses_text(const char* side, const std::vector<std::uint64_t>& addresses) {
  constexpr std::size_t kMost = 6;
  if (addresses.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < std::min(kMost, addresses.size()); i++) {
    list += fmt::format("{}{:#x}", i == 0 ? "" : " ", addresses[i]);
  }
  if (addresses.size() > kMost) list += fmt::format(" and {} more", addresses.size() - kMost);
  return wrap(list, fmt::format("        {:<7} ", side), "                ");
}

std::string causes_text(const Twin& twin) {
  if (twin.causes.empty()) return "";
  std::string result = "\n  why: + more to do, - less, o that depends\n";
  for (const TwinCause& cause : twin.causes) {
    const char sign = cause.toll == Toll::more ? '+' : cause.toll == Toll::less ? '-' : 'o';
    result += wrap(cause.words, fmt::format("    {} ", sign), "      ") +
              addresses_text("before", cause.before) + addresses_text("after", cause.after);
  }
  return result;
}

}  // namespace

std::string twin_text(const Twin& twin, bool all) {
  std::string result = trimmed(fit(twin.function, kColumns)) +
                       wrap(twin.before_file + " (the baseline)", "  before  ", "          ") +
                       wrap(twin.after_file, "  after   ", "          ");
  if (!twin.in_before || !twin.in_after) {
    const char* where = twin.in_before  ? "only before: not compared"
                        : twin.in_after ? "only after: not compared"
                                        : "in neither file";
    return result + fmt::format("  {}\n", where);
  }
  result += "\n" + figures_text(twin, all) + causes_text(twin);
  for (const std::string& note : twin.notes) result += wrap(note, "  note: ", "    ");
  return result;
}

}  // namespace tracetoll
