// Switching sites on and off.
#pragma once

#include <span>
#include <string>

#include "site.hpp"

namespace tracetoll::patch {

struct SiteIn {
  Site* site;
  const std::string* module_path;
  std::uintptr_t bias;
};

// All of them, or none: then PatchError. They can be switched (no TT_NEVER), and are in ascending
// order of addresses. Their modules stay loaded meanwhile.
void enable(std::span<const SiteIn> sites, const struct tt_probe& probe);

// Those that are enabled. Returns how many.
int disable(std::span<const SiteIn> sites);

// An enabled site of TT_BY_FLAG whose module is gone, and perhaps its flag too.
void forget_flag(const Site& site);

// Were user functions detached from sites without a stub? Nobody counts the threads in those.
bool has_uncounted_probes();
void forget_uncounted_probes();

}  // namespace tracetoll::patch
