#include "site_switch.hpp"

#include <fmt/format.h>

#include "probe_switch.hpp"
#include "stage.hpp"
#include "uprobe_switch.hpp"
#include "variant_switch.hpp"

namespace tracetoll {
namespace {

// Sites that only their own library or runtime can switch, with a probe that counts or does
// nothing.
class ForeignSwitch : public SiteSwitch {
 public:
  ForeignSwitch(const VariantSwitch& how, const std::string& form)
      : how_(how), probe_(form == "counter" ? SwitchedProbe::counts : SwitchedProbe::nothing) {
    if (form != "counter" && form != "empty")
      throw StageError("its sites take a probe that counts, or an empty one");
  }

  void on() override {
    if (how_.on(probe_) == 0) throw StageError("it has no sites");
    forget_hits();
  }
  void off() override { how_.off(); }
  std::optional<std::uint64_t> hits() override {
    if (probe_ == SwitchedProbe::nothing) return std::nullopt;
    return how_.hits() - forgotten_;
  }
  void forget_hits() override { forgotten_ = how_.hits(); }

 private:
  const VariantSwitch& how_;
  SwitchedProbe probe_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace

std::unique_ptr<SiteSwitch> make_site_switch(const std::string& variant, const std::string& form) {
  if (form == "uprobe") return std::make_unique<UprobeSwitch>(variant);
  if (const VariantSwitch* how = find_switch(variant))
    return std::make_unique<ForeignSwitch>(*how, form);
  return std::make_unique<ProbeSwitch>(variant, form);
}

std::vector<std::string> probes_for(const std::string& variant) {
  if (variant.starts_with("usdt")) return {"uprobe"};
  if (find_switch(variant) != nullptr) return {"empty", "counter"};
  return {"empty", "counter", "timestamp", "user"};
}

}  // namespace tracetoll
