// The modules of this process and their sites, kept from call to call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "loaded_objects.hpp"
#include "site.hpp"

namespace tracetoll::patch {

struct Module {
  std::string path;     // for the program itself, where /proc/self/exe leads
  std::string unknown;  // why its sites are not known; empty: they are
  LoadedObject object;
  std::uintptr_t records = 0;  // where they lie
  std::vector<tt_site> copy;   // and what they are
  std::vector<Site> sites;     // in order of their addresses
};

class Registry {
 public:
  // Brings the modules up to date with what is loaded now: forgets what was unloaded, with its
  // sites and stubs, and what was loaded again at the same place. False: something is loaded that
  // `pins` do not hold, and nothing may be written.
  bool refresh(const Pins& pins);

  const std::vector<std::unique_ptr<Module>>& modules() const { return modules_; }

 private:
  Module* cached(const LoadedObject& object) const;

  std::vector<std::unique_ptr<Module>> modules_;
  unsigned long long loads_ = 0;
  unsigned long long unloads_ = 0;
};

}  // namespace tracetoll::patch
