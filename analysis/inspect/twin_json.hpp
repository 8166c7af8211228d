// The twin difference of one function:
//
//   {"function": "f", "before": {"file": "b", "present": true}, "after": {…},
//    "figures": {"hot_bytes": {"before": 10, "after": 16, "difference": 6}, …},
//    "causes": [{"name": "spills", "toll": "more", "words": "…",
//                "before": ["0x401020"], "after": [] }], "notes": ["…"]}
//
// Addresses are text: those of a kernel are above 2^53, where JSON's readers round. `figures` is
// null and `causes` empty for a function that only one file has. Text is as it stands in the files:
// dump() it with error_handler_t::replace.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "twin.hpp"

namespace tracetoll {

nlohmann::ordered_json twin_json(const Twin& twin);

// The document of `inspect --against`: {"schema": "tracetoll.twins/1", "twins": [...]}.
std::string twins_json(std::span<const Twin> twins);

}  // namespace tracetoll
