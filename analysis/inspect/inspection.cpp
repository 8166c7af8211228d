#include "inspection.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "compilers.hpp"
#include "inspected_file.hpp"

namespace tracetoll {

namespace {

void append(std::vector<std::string> more, std::vector<std::string>& to) {
  std::ranges::move(more, std::back_inserter(to));
}

}  // namespace

int instructions_of(const OperandCost& cost) {
  return static_cast<int>(cost.addresses.size());
}

int InspectedSite::cost() const {
  return (code ? code->instructions : 0) + (operands ? instructions_of(*operands) : 0);
}

Inspection inspect(const ElfFile& file, const InspectOptions& options) {
  InspectedFile inspected(file);
  Inspection result;
  result.file = file.path();
  result.machine = file.machine();
  result.relocatable = file.relocatable();
  result.compiler = compilers_of(file);
  if (file.debug_file() != nullptr) result.debug = file.debug_file()->path();
  result.notes.assign(file.notes().begin(), file.notes().end());
  result.functions_in_file = inspected.functions().functions().size();
  result.named = !options.function.empty();
  for (const Function* function : inspected.select(options.function)) {
    InspectedFile::Study study = inspected.study(*function);
    std::ranges::move(study.sites, std::back_inserter(result.sites));
    if (study.decoded) result.functions.push_back(std::move(study.function));
    append(std::move(study.notes), result.notes);
  }
  if (!result.named) {
    for (InspectedSite& site : inspected.stray_sites()) result.sites.push_back(std::move(site));
  }
  std::ranges::stable_sort(result.sites, {}, [](const InspectedSite& site) {
    return std::pair(site.found.kind, site.found.address);
  });
  const auto unnamed = [](const InspectedFunction& function) {
    return function.name.starts_with("0x");
  };
  if (std::ranges::any_of(result.functions, unnamed))
    result.notes.push_back(
        "functions named by an address are known from .eh_frame alone: cold parts stand by "
        "themselves");
  return result;
}

}  // namespace tracetoll
