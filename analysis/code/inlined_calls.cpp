#include "inlined_calls.hpp"

#include <dwarf.h>

#include <algorithm>

#include "demangled.hpp"
#include "dwarf_data.hpp"

namespace tracetoll {

namespace {

constexpr int kDeepest = 256;

// The name may stand where the entry was declared, one or two steps away.
std::string name_of(Dwarf_Die die) {
  std::string plain;
  for (int step = 0; step < 8; step++) {
    for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
      if (const char* linkage = text_of(&die, attribute)) return demangled(linkage);
    }
    if (plain.empty()) {
      if (const char* name = text_of(&die, DW_AT_name)) plain = name;
    }
    Dwarf_Die origin;
    if (!follow(&die, DW_AT_abstract_origin, &origin) &&
        !follow(&die, DW_AT_specification, &origin)) {
      break;
    }
    die = origin;
  }
  return plain;
}

}  // namespace

std::vector<std::string> InlinedCalls::at(Dwarf* dwarf, Dwarf_Off unit, std::uint64_t address) {
  const Scopes& functions = functions_of(dwarf, unit);
  const auto next = std::ranges::upper_bound(functions, address, {},
                                             [](const Scope& scope) { return scope.code.begin; });
  if (next == functions.begin() || !std::prev(next)->code.contains(address)) return {};
  std::vector<Scope> around;
  for (const Scope& scope : inlined_in(dwarf, std::prev(next)->entry)) {
    if (scope.code.contains(address)) around.push_back(scope);
  }
  std::ranges::stable_sort(around, std::greater{}, &Scope::depth);
  std::vector<std::string> names;
  for (const Scope& scope : around) {
    Dwarf_Die die;
    if (dwarf_offdie(dwarf, scope.entry, &die) == nullptr) continue;
    std::string name = name_of(die);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

const InlinedCalls::Scopes& InlinedCalls::functions_of(Dwarf* dwarf, Dwarf_Off unit) {
  const auto known = functions_.find(unit);
  if (known != functions_.end()) return known->second;
  Scopes& found = functions_[unit];
  Dwarf_Die die;
  if (dwarf_offdie(dwarf, unit, &die) != nullptr) collect_functions(&die, 0, found);
  std::ranges::sort(found, {}, [](const Scope& scope) { return scope.code.begin; });
  return found;
}

const InlinedCalls::Scopes& InlinedCalls::inlined_in(Dwarf* dwarf, Dwarf_Off function) {
  if (last_function_ == function) return last_inlined_;
  last_function_ = function;
  last_inlined_.clear();
  Dwarf_Die die;
  if (dwarf_offdie(dwarf, function, &die) != nullptr) collect_inlined(&die, 0, last_inlined_);
  return last_inlined_;
}

void InlinedCalls::collect_functions(Dwarf_Die* parent, int depth, Scopes& found) {
  Dwarf_Die die;
  if (depth > kDeepest || dwarf_child(parent, &die) != 0) return;
  do {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_subprogram) add(&die, depth, found);
    if (tag == DW_TAG_namespace || tag == DW_TAG_module) collect_functions(&die, depth + 1, found);
  } while (next_sibling(&die));
}

void InlinedCalls::collect_inlined(Dwarf_Die* parent, int depth, Scopes& found) {
  Dwarf_Die die;
  if (depth > kDeepest || dwarf_child(parent, &die) != 0) return;
  do {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_inlined_subroutine) add(&die, depth, found);
    if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
        tag == DW_TAG_try_block || tag == DW_TAG_catch_block) {
      collect_inlined(&die, depth + 1, found);
    }
  } while (next_sibling(&die));
}

bool InlinedCalls::next_sibling(Dwarf_Die* die) {
  if (bytes_left_ <= 0) return false;
  Dwarf_Die next{};
  const int status = dwarf_siblingof(die, &next);
  // At the end, libdw still says where it got to.
  if (next.addr != nullptr) {
    bytes_left_ -= static_cast<const char*>(next.addr) - static_cast<const char*>(die->addr);
  } else {
    bytes_left_ -= 1 << 20;
  }
  if (status == 0) *die = next;
  return status == 0;
}

void InlinedCalls::add(Dwarf_Die* die, int depth, Scopes& found) {
  for (const CodeRange& range : ranges_.of(die)) {
    found.push_back({range, dwarf_dieoffset(die), depth});
  }
}

}  // namespace tracetoll
