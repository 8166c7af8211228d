// The stage of one process: hosts that are ready, and the code of each variant on them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "plan.hpp"
#include "site_patch.hpp"
#include "site_switch.hpp"
#include "timed_block.hpp"
#include "variant_name.hpp"
#include "workload.hpp"
#include "workload_name.hpp"

namespace tracetoll {

// All entries linked into this executable, in link order.
std::span<const WorkloadEntry> workloads();

// The process cannot run what it was asked to: one line that says why.
struct StageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Stage {
 public:
  // `seed` decides where in memory the hosts lie.
  explicit Stage(std::uint64_t seed) : seed_(seed) {}
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // The workload's code in `variant` ("call:dose" is call with the control's dose, "nop5@jump" is
  // nop5 with a form, "call@counter" is call with its sites switched on) on a host that is prepared
  // for it. Workloads of the same parameters share a host.
  Timed timed(const WorkloadName& workload, const std::string& variant);

  // Makes the sites of `timed` what they are to be in the next block: patches them to its form
  // where some form of them was asked for, switches them on. Where any sites are switched, one
  // operation is run after it, of dormant variants too, so that no block begins with code that was
  // just written; and sites that are dormant now but not in other blocks were switched on and off
  // before it, so that every block of a family comes after the same disturbance.
  void begin_block(const Timed& timed);
  // Switches off what begin_block switched on.
  void end_block(const Timed& timed);

  // Prepares the workloads in lmbench's mode before others take the low descriptor numbers: those
  // from `descriptors` up are not polled in it.
  void prepare_lmbench_first(const std::vector<PlannedWorkload>& workloads);

  // What a report should say of a prepared workload; empty when there is nothing.
  std::string note(const WorkloadName& workload) const;

 private:
  SiteSwitch* switch_for(const std::string& variant, const PatchedName& name);
  host::Host& host_for(const WorkloadName& workload, const WorkloadEntry& entry);

  std::uint64_t seed_;
  std::map<std::string, SitePatch, std::less<>> patches_;        // by variant as compiled
  std::map<std::string, std::unique_ptr<SiteSwitch>> switches_;  // by "call@counter"
  std::map<std::string, SiteSwitch*, std::less<>> of_dormant_;   // by variant as compiled
  std::map<std::pair<int, bool>, host::Host*> hosts_;            // by descriptors and mode
  std::map<std::string, host::Host*> prepared_;  // by canonical name of the workload
};

}  // namespace tracetoll
