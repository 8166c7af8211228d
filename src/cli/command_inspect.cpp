#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "arguments.hpp"
#include "arguments_text.hpp"
#include "command.hpp"
#include "elf_file.hpp"
#include "error.hpp"
#include "inspect_json.hpp"
#include "inspect_text.hpp"
#include "inspection.hpp"
#include "names.hpp"
#include "output.hpp"
#include "twin_json.hpp"
#include "twin_text.hpp"
#include "twins.hpp"

namespace tracetoll {
namespace {

enum class Format { text, json };
constexpr Named<Format> kFormats[] = {{"text", Format::text}, {"json", Format::json}};

// Colours and all columns for a terminal; https://no-color.org
ListingStyle listing_style() {
  ListingStyle style;
  if (isatty(STDOUT_FILENO) == 0) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  style.colours = no_colour == nullptr || *no_colour == '\0';
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) style.columns = size.ws_col;
  return style;
}

void inspect_twins(const InspectCommand& command, const ElfFile& file, Format format) {
  const ElfFile other(*command.against);
  InspectedFile before(other), after(file);
  const auto pairs = find_twins(before, after, {command.function, command.as.value_or("")});
  TwinReader reader(before, after);
  std::vector<Twin> twins;
  std::string text;
  for (const TwinPair& pair : pairs) {
    twins.push_back(reader.read(pair));
    if (format == Format::json) continue;
    text += twin_text(twins.back());
    if (command.listing) text += reader.listing(pair, listing_style());
  }
  if (format == Format::json) text = twins_json(twins);
  if (pairs.empty()) text = "no function of the file holds sites: --function NAME compares any\n";
  print_output(text);
}

void inspect_arguments(const InspectCommand& command, const ElfFile& file, Format format,
                       std::size_t top) {
  const SiteArguments arguments = site_arguments(file, command.function);
  print_output(format == Format::json ? arguments_json(arguments)
               : command.suggest      ? suggestions_text(arguments)
                                      : arguments_text(arguments, top));
}

}  // namespace

int command_inspect(const InspectCommand& command) {
  const auto top = static_cast<std::size_t>(parse_whole("--top", command.top, 0, 1'000'000'000));
  const Format format = find_named("format", command.format, kFormats);
  if (!command.against && (command.listing || command.as))
    throw InputError("inspect: --listing and --as need --against");
  if (command.suggest && !command.arguments)
    throw InputError("inspect: --suggest needs --arguments");
  if (command.arguments && command.against)
    throw InputError("inspect: --arguments says nothing of --against: leave one out");
  const ElfFile file(command.file);
  if (command.arguments) {
    inspect_arguments(command, file, format, top);
    return kExitDone;
  }
  if (command.against) {
    inspect_twins(command, file, format);
    return kExitDone;
  }
  const Inspection inspection = inspect(file, {command.function});
  print_output(format == Format::json ? inspect_json(inspection) : inspect_text(inspection, top));
  return kExitDone;
}

}  // namespace tracetoll
