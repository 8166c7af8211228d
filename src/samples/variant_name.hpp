// Names of variants that are made of a compiled one.
//
//   nop5@jump       the sites of nop5, their bytes patched to another form in the running process
//   call@counter    the sites of call, switched on with a probe in the running process
//   nop5*16         nop5 at one site, sixteen times in a row (run --dose)
//   none:copy:dose  the code of none:copy, one operation in kDosePeriod done twice
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tracetoll {

// What the bytes of a site can be patched to; all do nothing.
inline constexpr std::array<std::string_view, 3> kPatchForms = {
    "jump",   // a jump over the rest of the site
    "long",   // as few NOPs as there can be, of up to 9 bytes
    "short",  // NOPs of one byte
};

// What the sites of a variant can be switched on with.
inline constexpr std::array<std::string_view, 7> kEnabledForms = {
    "taken",      // a part: the guard or the jump is taken, and nothing is called
    "saved",      // a part: that, and the registers are saved and restored
    "empty",      // a probe that returns at once
    "counter",    // one that counts its calls
    "timestamp",  // one that notes the time stamp counter in a ring buffer
    "user",       // one that counts, and of which nothing is known: any register may change
    "uprobe",     // the kernel's breakpoint, counted by a perf event
};

struct PatchedName {
  std::string built;  // the variant whose sites are patched, or switched on
  std::string form;   // as typed: whether there is such a form is asked of the functions below
};

// Nothing for a name without "@".
std::optional<PatchedName> patched_name(const std::string& variant);

bool is_patch_form(std::string_view form);
bool is_enabled_form(std::string_view form);

// A probe is called, and not a part alone of what leads to it.
bool calls_probe(std::string_view enabled_form);

// "call@counter" and the like: a variant with its sites switched on.
bool is_enabled_variant(const std::string& variant);

// Are the sites of this compiled variant NOPs and nothing else?
bool has_nop_sites(std::string_view built);

// Are its sites those of functions, which the compiler writes, and its markers compiled out?
bool has_function_sites(std::string_view built);

// The control's dose: what kBaselineDose is to `none`, for any compiled variant. Its cost is
// kDosePercent on top of the variant's own.
inline constexpr std::string_view kControlSuffix = ":dose";

bool has_control_dose(std::string_view variant);

// The variant whose code is run: the name without the suffix.
std::string without_control_dose(std::string_view variant);

// How many copies of the marker --dose puts at its site: 0 is the baseline of the others.
inline constexpr std::array<int, 6> kDoseCopies = {0, 1, 4, 16, 64, 256};

struct CopiesName {
  std::string variant;
  int copies = 0;
};

// Nothing for a name that is not a variant, "*" and a whole number of at most 2147483647.
std::optional<CopiesName> copies_name(const std::string& variant);

}  // namespace tracetoll
