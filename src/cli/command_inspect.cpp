#include "arguments.hpp"
#include "command.hpp"
#include "elf_file.hpp"
#include "error.hpp"
#include "inspect_json.hpp"
#include "inspect_text.hpp"
#include "inspection.hpp"
#include "names.hpp"
#include "output.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Inspection&, std::size_t);

constexpr Named<Printer> kFormats[] = {
    {"text", inspect_text},
    {"json", [](const Inspection& inspection, std::size_t) { return inspect_json(inspection); }}};

}  // namespace

int command_inspect(const InspectCommand& command) {
  const auto top = static_cast<std::size_t>(parse_whole("--top", command.top, 0, 1'000'000'000));
  const Printer print = find_named("format", command.format, kFormats);
  const ElfFile file(command.file);
  const Inspection inspection = inspect(file, {command.function, command.debug});
  print_output(print(inspection, top));
  return kExitDone;
}

}  // namespace tracetoll
