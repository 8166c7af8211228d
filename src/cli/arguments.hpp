// Values of options, checked: each function takes what the user typed and throws InputError with
// what is allowed.
#pragma once

#include <string>

namespace tracetoll {

// "20s", "1.5m", "500ms", "2h" or plain seconds; more than 0, at most 24 h. In seconds.
double parse_duration(const std::string& text);

// "1%", "0.5%" or plain percents, from `least` to `most`; `what` names the option in the message.
double parse_percent(const std::string& what, const std::string& text, double least = 0,
                     double most = 1000);

// A whole number from `least` to `most`; `what` names the option in the message.
long parse_whole(const std::string& what, const std::string& text, long least, long most);

// The length of a sled variant's name ("sled_cold:750" -> 750), 0 for "matched" and for a variant
// that is no sled. A bare "sled_cold" has the length of 2007 and is not passed here.
int sled_length(const std::string& variant);

// One name for each variant: "sled_cold" -> "sled_cold:750", "sled_cold:0300" -> "sled_cold:300",
// both also before ":dose"; any other name as it stands.
std::string canonical_variant(const std::string& variant);

}  // namespace tracetoll
