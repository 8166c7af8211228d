// Printers of exact counts: of a context's `exact`, its workloads and its variants.
#pragma once

#include <optional>
#include <string>

#include "sample.hpp"

namespace tracetoll {

// Two tables a workload, at most 100 columns wide: the counts of one operation, exact and simulated
// ones apart, and the exact differences to `none`, an operation and a site hit. A workload that was
// not counted has one line.
std::string count_text(const Context& context);

// One strict JSON document, "tracetoll.count/1".
std::string count_json(const Context& context);

// Of one variant against `none`, an operation, by the names in kExactEvents; empty where either is
// not there.
std::map<std::string, double> against_none(const CountStudy& study, const std::string& workload,
                                           const std::string& variant);

// What `call` hits an operation, all markers; nothing where it is not known, or where it is 0.
std::optional<double> site_hits(const WorkloadContext& workload);

}  // namespace tracetoll
