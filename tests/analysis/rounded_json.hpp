// JSON that can be compared with a golden text.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace tracetoll {

// Six significant digits: the last bits of a logarithm are the library's, not ours.
inline void round_numbers(nlohmann::ordered_json& json) {
  if (json.is_number_float()) {
    const double value = json.get<double>();
    const double scale = value == 0 ? 1 : std::pow(10, 5 - std::floor(std::log10(std::abs(value))));
    json = std::round(value * scale) / scale;
  } else if (json.is_structured()) {
    for (auto& item : json) round_numbers(item);
  }
}

inline std::string rounded(const std::string& text) {
  auto json = nlohmann::ordered_json::parse(text);
  round_numbers(json);
  return json.dump(1);
}

}  // namespace tracetoll
