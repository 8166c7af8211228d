// What the tests ask of every file that holds marked code.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "found_site.hpp"
#include "specimen_file.hpp"

namespace tracetoll {

// Every site is what its variant declares.
void expect_agreement(const Inspected& inspected);

// Most bodies lie where their variant wants them.
void expect_placement(const Inspected& inspected);

// How many sites of each name.
using SiteCounts = std::map<std::string, int>;

// MARK(name, ...) and MARK_DOSED(name, ...) in these files of bench/, separated by commas.
SiteCounts sites_declared_in(const std::string& names);
const SiteCounts& host_sites();  // of all that is compiled once a variant
const SiteCounts& axis_sites();  // of what is compiled once more for each axis

std::vector<std::string> split(const std::string& text);  // at commas

// "tracetoll::host::sled_cold_750_validator_off::" of "sled_cold:750" and "_validator_off"
std::string host_namespace(const std::string& variant, const std::string& suffix = "");
// All but none, its copy, and those whose sites the compiler writes and lists itself.
bool leaves_records(const std::string& variant);
std::optional<SiteKind> function_sites_of(const std::string& variant);

// The names of which a variant has fewer sites in a C++ namespace ("tracetoll::host::call::") than
// declared, one line each. The sites of one marker, copied by the compiler, are one.
std::vector<std::string> missing_sites(const Inspected& inspected, const std::string& variant,
                                       std::string_view name_space, const SiteCounts& declared);

}  // namespace tracetoll
