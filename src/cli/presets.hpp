// The named studies of `tracetoll run`.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tracetoll {

struct Preset {
  const char* name;
  const char* what;
  std::vector<std::string> workloads;
  std::vector<std::string> variants;
};

std::span<const Preset> presets();

// Throws InputError with the nearest names.
const Preset& find_preset(const std::string& name);

}  // namespace tracetoll
