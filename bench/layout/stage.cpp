#include "stage.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "host/host.hpp"
#include "sample.hpp"
#include "site_hits.hpp"
#include "variant_name.hpp"

// Bounds of the linker section that TT_WORKLOAD fills.
extern "C" const tracetoll::WorkloadEntry __start_tt_workloads[];
extern "C" const tracetoll::WorkloadEntry __stop_tt_workloads[];

namespace tracetoll {

std::span<const WorkloadEntry> workloads() {
  return {__start_tt_workloads, __stop_tt_workloads};
}

Stage::~Stage() {
  for (const auto& [parameters, host] : hosts_) host::destroy_host(host);
}

Timed Stage::timed(const WorkloadName& workload, const std::string& variant) {
  if (has_control_dose(variant)) {
    Timed timed = this->timed(workload, without_control_dose(variant));
    timed.dose = true;
    return timed;
  }
  if (const auto patched = patched_name(variant)) {
    Timed timed = this->timed(workload, patched->built);
    if (is_enabled_form(patched->form)) {
      timed.on = switch_for(variant, *patched);
      return timed;
    }
    patches_.try_emplace(patched->built, patched->built);
    timed.form = patched->form;
    return timed;
  }
  for (const WorkloadEntry& entry : workloads()) {
    if (entry.name == workload.base && entry.axis == workload.build && entry.variant == variant)
      return {&entry, &host_for(workload, entry), false, "", nullptr};
  }
  throw StageError(
      fmt::format("this executable has no {} in variant {}", workload.canonical(), variant));
}

SiteSwitch* Stage::switch_for(const std::string& variant, const PatchedName& name) {
  std::unique_ptr<SiteSwitch>& found = switches_[variant];
  if (!found) try {
      found = make_site_switch(name.built, name.form);
    } catch (const StageError& error) {
      throw StageError(fmt::format("variant '{}': {}", variant, error.what()));
    }
  if (!found->is_slow()) of_dormant_[name.built] = found.get();
  return found.get();
}

void Stage::begin_block(const Timed& timed) {
  const std::string_view variant = timed.entry->variant;
  if (const auto patch = patches_.find(variant); patch != patches_.end())
    patch->second.write(timed.form);
  if (switches_.empty()) return;
  const auto of_dormant = of_dormant_.find(variant);
  if (timed.on != nullptr) {
    timed.on->on();
  } else if (of_dormant != of_dormant_.end()) {
    of_dormant->second->on();
    of_dormant->second->off();
  }
  run_operation(timed);
  if (timed.on != nullptr) timed.on->forget_hits();
}

void Stage::end_block(const Timed& timed) {
  if (timed.on != nullptr) timed.on->off();
}

void Stage::prepare_lmbench_first(const std::vector<PlannedWorkload>& workloads) {
  for (const PlannedWorkload& planned : workloads) {
    const WorkloadName name = parse_workload_name(planned.name);
    if (name.lmbench_mode) timed(name, kBaseline);
  }
}

std::string Stage::note(const WorkloadName& workload) const {
  const auto found = prepared_.find(workload.canonical());
  if (found == prepared_.end() || !workload.base.starts_with("select_")) return {};
  const host::SelectPlan& plan = found->second->select;
  if (plan.polled == plan.descriptors) return {};
  return fmt::format("polls {} of {} descriptors, as lmbench's way does when others are open",
                     plan.polled, plan.descriptors);
}

host::Host& Stage::host_for(const WorkloadName& workload, const WorkloadEntry& entry) {
  const std::string name = workload.canonical();
  if (const auto found = prepared_.find(name); found != prepared_.end()) return *found->second;
  host::Host*& host = hosts_[{workload.descriptors, workload.lmbench_mode}];
  if (host == nullptr) host = host::make_host(seed_ + hosts_.size());
  WorkloadParameters parameters;
  parameters.descriptors = workload.descriptors;
  parameters.lmbench_mode = workload.lmbench_mode;
  const std::string failure = entry.prepare(*host, parameters);
  if (!failure.empty()) throw StageError(fmt::format("{}: {}", name, failure));
  prepared_[name] = host;
  return *host;
}

}  // namespace tracetoll
