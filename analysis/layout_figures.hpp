// The figures of one workload, one a layout: what two runs are compared by.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

using LayoutValues = std::map<std::string, std::vector<double>>;  // by variant

struct LayoutFigures {
  LayoutValues effects;    // percent of `none`: effects_by_layout() of CPU time
  LayoutValues log_times;  // ln(CPU ns an operation): the median over processes of their medians
};

// Of those among `blocks` that are of the workload.
LayoutFigures layout_figures(const std::vector<Block>& blocks, const std::string& workload);

// Empty where the variant was not measured.
std::vector<double> values_of(const LayoutValues& values, const std::string& variant);

}  // namespace tracetoll
