#include <fmt/format.h>

#include <set>

#include "command.hpp"
#include "layouts.hpp"
#include "names.hpp"
#include "output.hpp"
#include "presets.hpp"
#include "sample.hpp"

namespace tracetoll {

int command_list(const ListOptions& options) {
  const Layouts layouts = find_layouts(options.layout_folder);
  std::string text;
  text += fmt::format(
      "workloads (add '.pure' forms and axes as in select_500.pure+validator=off+fds=64)\n");
  std::set<std::string> seen;
  for (const Inventory::Entry& entry : layouts.inventory.entries)
    if (seen.insert(entry.workload).second)
      text += fmt::format("  {:<20} {}\n", entry.workload, entry.operation);
  text += fmt::format(
      "axes\n"
      "  validator=off        the descriptor layer without the lock validator\n"
      "  validator_sites=off  no markers in the validator\n"
      "  syscall_sites=off    no markers at entry and exit of the system calls\n"
      "  fds=N                descriptors of a select, 500 if not given\n"
      "  mode=lmbench         select as lmbench does: duplicates, write set, nfds = N\n");
  text += fmt::format("variants\n");
  for (const std::string& variant : variants_of(layouts.inventory))
    text += fmt::format("  {}\n", variant);
  for (const auto& [variant, reason] : layouts.inventory.not_built)
    text += fmt::format("  {:<20} not built: {}\n", variant, reason);
  text += fmt::format(
      "  (a sled of any other length, as in sled_cold:300, is built on demand)\n"
      "  (with '@jump', '@long' or '@short' behind it, the sites of nop5, static_key and "
      "sled_executed "
      "are patched in the running program)\n"
      "  (with --state enabled, or '@empty', '@counter', '@timestamp', '@user' or '@uprobe' behind "
      "it, "
      "the sites are switched on, with that probe; '@taken' and '@saved' are parts of the way "
      "there)\n"
      "  (with ':dose' behind it, one operation in {} is done twice)\n",
      kDosePeriod);
  text += fmt::format("presets\n");
  for (const Preset& preset : presets())
    text += fmt::format("  {:<20} {}\n", preset.name, preset.what);
  text += fmt::format("layouts\n  {} in {}, {} {}\n", layouts.files.size(), options.layout_folder,
                      layouts.inventory.compiler, layouts.inventory.flags);
  print_output(text);
  return kExitDone;
}

}  // namespace tracetoll
