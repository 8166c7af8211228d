// Sites that the patch library switches (patch.h).
#pragma once

#include <string>
#include <vector>

#include "patch/patch.h"
#include "site_switch.hpp"

namespace tracetoll {

class ProbeSwitch : public SiteSwitch {
 public:
  // Tries it once. Sites that refuse (an argument that is nowhere, in patch_dwarf) stay dormant as
  // long as others do not: partial() says which.
  ProbeSwitch(const std::string& variant, const std::string& form);
  ~ProbeSwitch() override;

  void on() override;
  void off() override;
  std::optional<std::uint64_t> hits() override;
  void forget_hits() override;
  std::uint64_t most_hits() const override;
  std::string partial() const override { return partial_; }

 private:
  std::uint64_t count() const;

  std::string form_;
  struct tt_probe probe_;
  std::vector<std::string> patterns_;  // what is attached to, one after the other
  std::vector<tt_marker*> markers_;
  std::string partial_;
  std::uint64_t forgotten_ = 0;
  bool on_ = false;
};

}  // namespace tracetoll
