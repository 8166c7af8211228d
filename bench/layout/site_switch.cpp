#include "site_switch.hpp"

#include "probe_switch.hpp"
#include "uprobe_switch.hpp"

namespace tracetoll {

std::unique_ptr<SiteSwitch> make_site_switch(const std::string& variant, const std::string& form) {
  if (form == "uprobe") return std::make_unique<UprobeSwitch>(variant);
  return std::make_unique<ProbeSwitch>(variant, form);
}

}  // namespace tracetoll
