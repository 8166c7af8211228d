// Set-up of the workloads: the part that no variant changes. Never timed.
#pragma once

#include <iosfwd>

#include "host/host.hpp"
#include "workload.hpp"

namespace tracetoll::host {

// Each returns an empty string, or in one line why the workload cannot run. Calling one again
// replaces what the call before had set up.
std::string prepare_open_close(Host& host, const WorkloadParameters& parameters);
std::string prepare_leaf_loop(Host& host, const WorkloadParameters& parameters);
std::string prepare_select(Host& host, const WorkloadParameters& parameters);

// "", or why fewer than `descriptors` more can be opened; raises the soft limit where that helps.
std::string make_room_for_descriptors(std::uint32_t descriptors);

}  // namespace tracetoll::host
