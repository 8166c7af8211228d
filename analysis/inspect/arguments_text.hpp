// Arguments of sites for people, and as JSON: "tracetoll.arguments/1".
#pragma once

#include <cstddef>
#include <string>

#include "site_arguments.hpp"

namespace tracetoll {

// The `top` sites that lose most; 0: all.
std::string arguments_text(const SiteArguments& arguments, std::size_t top);
// Only what to write, one site of the source a paragraph.
std::string suggestions_text(const SiteArguments& arguments);
std::string arguments_json(const SiteArguments& arguments);

}  // namespace tracetoll
