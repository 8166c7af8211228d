// Reading the kernel's small texts. Pure and total: any bytes give a value or nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tracetoll {

// All of `text` as a number, white space around it left out.
std::optional<std::int64_t> whole_number(std::string_view text);
std::optional<double> decimal_number(std::string_view text);

// Words between white space.
std::vector<std::string> words_of(std::string_view text);

// Of lines "key<tab>: value", the value of the first with that key; nothing where there is none.
std::optional<std::string> field_of(std::string_view text, std::string_view key);

// The first line that begins with `prefix`, without it.
std::optional<std::string> line_after(std::string_view text, std::string_view prefix);

// "0-3,8" -> 0 1 2 3 8, ascending, each once; nothing for anything else, or for a CPU number over
// 8191. An empty text is an empty list.
std::optional<std::vector<int>> cpu_list(std::string_view text);

// The reverse: "0-3,8".
std::string cpu_ranges(std::vector<int> cpus);

// "always [madvise] never" -> "madvise"
std::optional<std::string> chosen_of(std::string_view text);

// "some avg10=1.25 avg60=... " -> 1.25, in percent
std::optional<double> pressure_avg10(std::string_view text);

}  // namespace tracetoll
