#include "requested_layouts.hpp"

#include <filesystem>
#include <set>

#include "arguments.hpp"
#include "build.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "output.hpp"
#include "request.hpp"

namespace tracetoll {

Layouts layouts_for(const RunOptions& options, RunRequest& request) {
  Layouts layouts = find_layouts(options.layout_folder, "layout_", interrupted);
  for (const std::string& line : leave_out_not_built(request, options, layouts.inventory))
    print_error("tracetoll: note: " + line);
  const std::set<std::string> to_build = sleds_to_build(request, variants_of(layouts.inventory));
  check_names(request, to_build, layouts.inventory);
  if (options.dose) {
    const bool is_there = std::filesystem::exists(options.layout_folder + "/dose_01");
    if (!is_there || is_build_folder_of(options.layout_folder))
      build_doses(options.layout_folder, request.dosed, options.layouts ? request.layouts : 1,
                  interrupted);
    return find_layouts(options.layout_folder, "dose_", interrupted);
  }
  const bool too_few = options.layouts && request.layouts > static_cast<int>(layouts.files.size());
  if (to_build.empty() && !too_few) return layouts;
  std::set<int> lengths;
  for (const std::string& variant : to_build) lengths.insert(sled_length(variant));
  build_layouts(options.layout_folder, lengths, too_few ? request.layouts : 1, interrupted);
  layouts = find_layouts(options.layout_folder, "layout_", interrupted);
  check_names(request, {}, layouts.inventory);
  return layouts;
}

}  // namespace tracetoll
