// "tracetoll.inspect/1": one strict JSON document. Addresses are strings ("0x401136"): a kernel's
// are beyond what many readers of JSON keep exactly. What is not known is left out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "inspection.hpp"

namespace tracetoll {

nlohmann::ordered_json figures_json(const CodeFigures& figures);
nlohmann::ordered_json shape_json(const FunctionShape& shape);

std::string inspect_json(const Inspection& inspection);

}  // namespace tracetoll
