// What the sites of each variant can be switched on with: every form is tried, and one operation is
// run with it. A probe that counts must have seen a hit.
#include "modes.hpp"
#include "sample.hpp"
#include "site_hits.hpp"
#include "stage.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr const char* kCallsNothing = "its sites are on, and no probe was called";

// Why the form cannot be; empty when it can. `partial`: why not all of the sites can.
std::string try_form(Stage& stage, const WorkloadName& workload, const std::string& variant,
                     const std::string& form, std::string& partial) try {
  const auto site_switch = make_site_switch(variant, form);
  partial = site_switch->partial();
  Timed timed = stage.timed(workload, variant);
  timed.on = site_switch.get();
  if (form == "counter" || form == "uprobe")
    return count_switched_hits(timed, 1) > 0 ? "" : kCallsNothing;
  timed.on->on();
  run_operation(timed);
  timed.on->off();
  return {};
} catch (const StageError& error) {
  return error.what();
}

// A guard with an empty body is on and calls nothing: its one form is the guard taken. A stub has
// parts as well as probes; a compiled call has probes alone.
SwitchForms forms_of(Stage& stage, const WorkloadName& workload, const std::string& variant) {
  SwitchForms result;
  const auto attempt = [&](const std::string& form) {
    return try_form(stage, workload, variant, form, result.why_not);
  };
  const auto probes = probes_for(variant);
  if (probes.front() == "uprobe") {
    result.forms["uprobe"] = attempt("uprobe");
    return result;
  }
  const std::string refusal = attempt("counter");
  if (refusal.empty()) {
    for (const std::string& form : probes) result.forms[form] = attempt(form);
    if (attempt("saved").empty())
      for (const char* part : {"taken", "saved"}) result.forms[part] = attempt(part);
  } else if (refusal == kCallsNothing && attempt("taken").empty()) {
    result.forms["taken"] = "";
  } else {
    result.why_not = refusal;
  }
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
