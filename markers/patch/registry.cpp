#include "registry.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "switching.hpp"
#include "text_edit.hpp"

namespace tracetoll::patch {
namespace {

constexpr const char* kItself = "/proc/self/exe";

std::unique_ptr<Module> read_module(const LoadedObject& object) {
  auto module = std::make_unique<Module>();
  module->object = object;
  module->path = object.name;
  std::error_code error;
  if (object.name.empty()) module->path = std::filesystem::read_symlink(kItself, error).string();
  try {
    const SectionPlace place =
        find_section(object.name.empty() ? kItself : object.name, "tt_sites", object.image());
    module->records = object.bias + place.address;
    module->sites = read_records(module->records, module->records + place.size, object.segments);
    const auto* first = reinterpret_cast<const tt_site*>(module->records);
    module->copy.assign(first, first + place.size / sizeof(tt_site));
  } catch (const PatchError& problem) {
    module->unknown = problem.message;
  }
  std::ranges::sort(module->sites, {}, &Site::code);
  return module;
}

// An enabled site as it was left.
bool looks_enabled(const Site& site) {
  if (site.kind == TT_BY_STATE) return site.marker->state != 0;
  if (site.kind == TT_BY_FLAG) return *reinterpret_cast<const std::uint8_t*>(site.target) != 0;
  const auto jump_to =
      site.stub != nullptr ? reinterpret_cast<std::uintptr_t>(entry_of(site.stub)) : site.target;
  const TextEdit edit = enabling_edit(site, jump_to);
  return std::memcmp(reinterpret_cast<const void*>(edit.address), edit.to.data(), edit.size) == 0;
}

// Is `object` what the module was made from? What is loaded a second time at the same place has the
// same records, but its sites are dormant.
bool is_still(const Module& module, const LoadedObject& object) {
  if (object.name.empty()) return true;  // the program itself is never unloaded
  const auto same_segment = [](const Segment& a, const Segment& b) {
    return a.begin == b.begin && a.end == b.end && a.flags == b.flags;
  };
  if (!std::ranges::equal(module.object.segments, object.segments, same_segment)) return false;
  const std::unique_ptr<Module> fresh = read_module(object);
  const std::size_t size = module.copy.size() * sizeof(tt_site);
  return fresh->unknown == module.unknown && fresh->records == module.records &&
         fresh->copy.size() == module.copy.size() &&
         (size == 0 || std::memcmp(fresh->copy.data(), module.copy.data(), size) == 0) &&
         std::ranges::all_of(module.sites,
                             [](const Site& site) { return !site.enabled || looks_enabled(site); });
}

// Its memory is gone, or someone else's.
void forget(Module& module) {
  for (Site& site : module.sites) {
    if (site.enabled && site.kind == TT_BY_FLAG) forget_flag(site);
    if (site.stub == nullptr) continue;
    if (site.enabled) detach(site.stub);
    free_stub(site.stub);
  }
}

std::vector<std::uintptr_t> patched_addresses(const std::vector<std::unique_ptr<Module>>& modules) {
  std::vector<std::uintptr_t> addresses;
  for (const auto& module : modules)
    for (const Site& site : module->sites)
      if (site.kind == TT_BY_STUB || site.kind == TT_BY_JUMP) addresses.push_back(site.code);
  std::ranges::sort(addresses);
  return addresses;
}

}  // namespace

Module* Registry::cached(const LoadedObject& object) const {
  const auto found = std::ranges::find_if(modules_, [&](const auto& module) {
    return module != nullptr && module->object.bias == object.bias &&
           module->object.name == object.name;
  });
  return found == modules_.end() ? nullptr : found->get();
}

bool Registry::refresh(const Pins& pins) {
  const LoadedObjects now = loaded_objects();
  if (!std::ranges::all_of(now.objects, [&](const auto& object) { return pins.hold(object); }))
    return false;
  if (now.loads == loads_ && now.unloads == unloads_) return true;

  std::vector<std::unique_ptr<Module>> kept;
  for (const LoadedObject& object : now.objects) {
    Module* known = cached(object);
    if (known != nullptr && (now.unloads == unloads_ || is_still(*known, object)))
      kept.push_back(std::move(*std::ranges::find(modules_, known, &std::unique_ptr<Module>::get)));
    else
      kept.push_back(read_module(object));
  }
  std::swap(modules_, kept);
  for (const auto& gone : kept)
    if (gone != nullptr) forget(*gone);
  set_trap_addresses(patched_addresses(modules_));
  loads_ = now.loads;
  unloads_ = now.unloads;
  return true;
}

}  // namespace tracetoll::patch
