#include "presets.hpp"

#include "error.hpp"
#include "names.hpp"

namespace tracetoll {
namespace {

const std::vector<std::string> kTests = {"open_close", "select_500", "open_close.pure",
                                         "select_500.pure"};

const Preset kPresets[] = {
    {"standard",
     "the founding experiment and the sites in use since",
     kTests,
     {"none", "nop5", "anchor", "branch", "sled_cold:750", "sled_cold:matched", "sled_inline:750",
      "clobber", "call", "call_cold", "static_key"}},
    {"techniques",
     "every technique in use, side by side; those that are not built are left out",
     {"open_close.pure", "select_500.pure"},
     {"none", "nop5", "anchor", "call", "call_cold", "call_preserving", "static_key", "patch_call",
      "patch_dwarf", "immediate", "flag_site", "flag_shared", "flag_category", "usdt", "usdt_sema",
      "lttng_ust", "patchable_entry", "mcount", "xray"}},
    {"patched",
     "NOPs of one form patched to another in the running program",
     {"open_close.pure", "select_500.pure"},
     {"none", "nop5", "nop5@long", "nop5@short", "nop5@jump", "sled_executed:750",
      "sled_executed:750@long", "sled_executed:750@jump"}},
    {"2007",
     "the founding experiment, with the variants that isolate each cause",
     kTests,
     {"none", "anchor", "branch", "sled_cold:750", "sled_cold:matched", "clobber", "call"}},
};

}  // namespace

std::span<const Preset> presets() {
  return kPresets;
}

const Preset& find_preset(const std::string& name) {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    if (preset.name == name) return preset;
    names.emplace_back(preset.name);
  }
  throw InputError(unknown_name("preset", name, names));
}

}  // namespace tracetoll
