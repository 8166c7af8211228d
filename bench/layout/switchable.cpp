// What the sites of each variant can be switched on with: every form is tried, and one operation is
// run with it. A probe that counts must have seen a hit.
#include "modes.hpp"
#include "sample.hpp"
#include "site_hits.hpp"
#include "stage.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

// Why the form cannot be; empty when it can. `called`: did a probe count a hit?
std::string try_form(Stage& stage, const WorkloadName& workload, const std::string& variant,
                     std::string_view form, bool& called, std::string& partial) try {
  const auto site_switch = make_site_switch(variant, std::string(form));
  partial = site_switch->partial();
  Timed timed = stage.timed(workload, variant);
  timed.on = site_switch.get();
  const bool counts = form == "counter" || form == "uprobe";
  if (!counts) {
    timed.on->on();
    run_operation(timed);
    timed.on->off();
    return {};
  }
  called = count_switched_hits(timed, 1) > 0;
  return called ? "" : "its sites are on, and no probe was called";
} catch (const StageError& error) {
  return error.what();
}

// A guard with an empty body is on and calls nothing: its one form is the guard taken. A stub has
// parts as well as probes; a compiled call has probes alone.
SwitchForms forms_of(Stage& stage, const WorkloadName& workload, const std::string& variant) {
  SwitchForms result;
  bool called = false;
  std::string partial;
  const std::string refusal = try_form(stage, workload, variant, "counter", called, partial);
  if (called) {
    for (const char* form : {"empty", "counter", "timestamp", "user"})
      result.forms[form] = try_form(stage, workload, variant, form, called, partial);
    for (const char* part : {"taken", "saved"})
      if (try_form(stage, workload, variant, "saved", called, partial).empty())
        result.forms[part] = try_form(stage, workload, variant, part, called, partial);
    result.why_not = partial;
    return result;
  }
  bool ignored = false;
  if (try_form(stage, workload, variant, "taken", ignored, partial).empty()) {
    result.forms["taken"] = "";
    return result;
  }
  result.why_not = refusal;
  // USDT's, by their name: what they lack on this machine is worth a word.
  if (!variant.starts_with("usdt")) return result;
  result.why_not.clear();
  result.forms["uprobe"] = try_form(stage, workload, variant, "uprobe", called, partial);
  return result;
}

}  // namespace

Switchable find_switchable(const Plan& plan) {
  Stage stage(plan.seed);
  stage.prepare_lmbench_first(plan.workloads);
  const WorkloadName workload = parse_workload_name(plan.workloads.front().name);
  Switchable result;
  for (const WorkloadEntry& entry : workloads()) {
    const bool is_baseline = entry.variant == std::string_view(kBaseline) ||
                             entry.variant == std::string_view(kBaselineCopy);
    if (is_baseline || entry.name != workload.base || entry.axis != workload.build) continue;
    result[entry.variant] = forms_of(stage, workload, entry.variant);
  }
  return result;
}

}  // namespace tracetoll
