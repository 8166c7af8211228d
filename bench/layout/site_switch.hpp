// The sites of a variant, switched on and off in the running process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tracetoll {

class SiteSwitch {
 public:
  virtual ~SiteSwitch() = default;

  // All sites, with the form's probe, and off again. Throw StageError.
  virtual void on() = 0;
  virtual void off() = 0;

  // Calls of the probe since the last on() or forget_hits(), by the probe's own count; nothing
  // where it has none. Valid until off().
  virtual std::optional<std::uint64_t> hits() = 0;
  virtual void forget_hits() = 0;

  // How many hits may come between two forget_hits(); 0: any number.
  virtual std::uint64_t most_hits() const { return 0; }
  // Switching takes so long (tens of milliseconds) that it is done once a process.
  virtual bool is_slow() const { return false; }
  // Why not all sites are among them; empty when all are.
  virtual std::string partial() const { return {}; }
};

// VARIANT@FORM. Throws StageError that says why it cannot be: the sites have nothing to switch, the
// form is for other sites, the machine does not allow it.
std::unique_ptr<SiteSwitch> make_site_switch(const std::string& variant, const std::string& form);

// The forms with a probe that sites of this variant can have at all: another is not missed.
std::vector<std::string> probes_for(const std::string& variant);

}  // namespace tracetoll
