#include "switching.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <vector>

#include "cores.hpp"
#include "dwarf/find_arguments.hpp"
#include "hexadecimal.hpp"
#include "text_edit.hpp"

namespace tracetoll::patch {
namespace {

using MarkerProbe = decltype(tt_marker::probe);

constexpr int kStops = TT_STOP_AT_JUMP | TT_STOP_AT_SAVES;
constexpr int kFlags = kStops | TT_VARIADIC | TT_NO_ARGUMENTS;

bool uncounted_probes = false;

// How many enabled sites read a flag: it is cleared with the last of them.
std::map<std::uintptr_t, int>& flag_users() {
  static auto& users = *new std::map<std::uintptr_t, int>;
  return users;
}

bool by_text(const Site& site) {
  return site.kind == TT_BY_STUB || site.kind == TT_BY_JUMP || site.kind == TT_BY_IMMEDIATE;
}

std::uintptr_t jump_target(const Site& site) {
  return site.stub != nullptr ? reinterpret_cast<std::uintptr_t>(entry_of(site.stub)) : site.target;
}

void store_probe(tt_marker* marker, MarkerProbe probe) {
  std::atomic_ref(marker->probe).store(probe, std::memory_order_release);
}

void store_state(tt_marker* marker, int state) {
  std::atomic_ref(marker->state).store(state, std::memory_order_release);
}

void store_flag(const Site& site, std::uint8_t value) {
  std::atomic_ref(*reinterpret_cast<std::uint8_t*>(site.target))
      .store(value, std::memory_order_release);
}

void expect_bytes(const Site& site, std::uintptr_t address, const std::uint8_t* expected,
                  std::size_t size) {
  const auto* found = reinterpret_cast<const std::uint8_t*>(address);
  if (std::memcmp(found, expected, size) == 0) return;
  throw PatchError{site.text() + ": its bytes should be " + hexadecimal(expected, size) +
                   " and are " + hexadecimal(found, size) +
                   ": something else has changed it, or its record is wrong"};
}

void check_request(const struct tt_probe& probe) {
  const bool stops = (probe.flags & kStops) != 0;
  if ((probe.flags & ~kFlags) != 0 || (probe.flags & kStops) == kStops)
    throw PatchError{"the probe's flags are not of patch.h: " + std::to_string(probe.flags)};
  if (probe.call == nullptr && !stops) throw PatchError{"the probe has no function"};
  if (probe.saves != TT_SAVES_INTEGERS && probe.saves != TT_SAVES_VECTORS)
    throw PatchError{
        "the probe does not say what is to be saved for it: TT_SAVES_INTEGERS or "
        "TT_SAVES_VECTORS"};
}

// What can be said before anything is made.
void check_site(const Site& site, const struct tt_probe& probe) {
  if (site.enabled) throw PatchError{site.text() + " has a probe already: detach it first"};
  if (site.kind != TT_BY_STUB && (probe.flags & kStops) != 0)
    throw PatchError{site.text() +
                     " has no stub to stop in: TT_STOP_... is for patch_call and "
                     "patch_dwarf"};
  if (!by_text(site)) return;
  const TextEdit edit = enabling_edit(site, site.code_end);
  expect_bytes(site, edit.address, edit.from.data(), edit.size);
}

// The finders of an attach: one a module, since opening debug information takes long.
using Finders = std::map<std::uintptr_t, ArgumentFinder>;

std::vector<Argument> arguments_of(const SiteIn& in, const struct tt_probe& probe,
                                   Finders& finders) {
  const Site& site = *in.site;
  constexpr int kNone = kStops | TT_NO_ARGUMENTS;
  if ((probe.flags & kNone) != 0 || site.operands == nullptr) return {};
  Operands operands = parse_operands(site.operands);
  if (operands.missing.empty()) return operands.arguments;
  ArgumentFinder& finder = finders.try_emplace(in.bias, *in.module_path, in.bias).first->second;
  const std::vector<Argument> found = finder.find(site.text(), site.code, site.marker->arguments,
                                                  operands.arguments.size(), operands.missing);
  for (std::size_t i = 0; i < found.size(); i++) operands.arguments[operands.missing[i]] = found[i];
  return operands.arguments;
}

// Sites of one marker, by copies of its code, share its probe and state.
std::vector<tt_marker*> markers_of(std::span<const SiteIn> sites) {
  std::vector<tt_marker*> markers;
  for (const SiteIn& in : sites) markers.push_back(in.site->marker);
  std::ranges::sort(markers);
  markers.erase(std::unique(markers.begin(), markers.end()), markers.end());
  return markers;
}

// Undoes what was done unless it is finished.
class Attaching {
 public:
  explicit Attaching(std::span<const SiteIn> sites) : sites_(sites) {}
  Attaching(const Attaching&) = delete;
  ~Attaching() {
    if (finished_) return;
    for (std::size_t i = 0; i < stubs_; i++)
      if (sites_[i].site->kind == TT_BY_STUB) detach(sites_[i].site->stub);
    for (std::size_t i = 0; i < probes_; i++)
      if (sites_[i].site->kind != TT_BY_STUB)
        store_probe(sites_[i].site->marker, sites_[i].site->dormant_probe);
  }

  void attach_stubs(const struct tt_probe& probe) {
    make_missing_stubs();
    Finders finders;
    for (const SiteIn& in : sites_) {
      if (in.site->kind == TT_BY_STUB)
        attach(in.site->stub, probe, in.site->marker, arguments_of(in, probe, finders));
      stubs_++;
    }
  }

  void set_probes(const struct tt_probe& probe) {
    for (const SiteIn& in : sites_)
      if (in.site->kind != TT_BY_STUB) in.site->dormant_probe = in.site->marker->probe;
    for (const SiteIn& in : sites_) {
      probes_++;
      if (in.site->kind != TT_BY_STUB)
        store_probe(in.site->marker, reinterpret_cast<MarkerProbe>(probe.call));
    }
  }

  void edit() const {
    std::vector<TextEdit> edits;
    for (const SiteIn& in : sites_)
      if (by_text(*in.site)) edits.push_back(enabling_edit(*in.site, jump_target(*in.site)));
    edit_text(edits);
  }

  void finish() { finished_ = true; }

 private:
  // A site keeps its stub, for the next probe.
  void make_missing_stubs() const {
    std::vector<Site*> without;
    std::vector<const void*> next;
    for (const SiteIn& in : sites_) {
      if (in.site->kind != TT_BY_STUB || in.site->stub != nullptr) continue;
      without.push_back(in.site);
      next.push_back(reinterpret_cast<const void*>(in.site->code_end));
    }
    const std::vector<Stub*> stubs = make_stubs(next);
    for (std::size_t i = 0; i < stubs.size(); i++) without[i]->stub = stubs[i];
  }

  std::span<const SiteIn> sites_;
  std::size_t stubs_ = 0;
  std::size_t probes_ = 0;
  bool finished_ = false;
};

// Who sees a marker's new state must see its new probe. x86-64 loads in order; elsewhere a thread
// may have loaded the probe ahead of the state, and has to be past both before the state changes.
void order_probes_before_states([[maybe_unused]] std::span<const SiteIn> sites) {
#if !defined(__x86_64__)
  const bool guarded =
      std::ranges::any_of(sites, [](const SiteIn& in) { return !by_text(*in.site); });
  if (guarded) Cores().synchronize();
#endif
}

bool is_ready_made(MarkerProbe probe) {
  const auto call = reinterpret_cast<tt_function>(probe);
  return probe == tt_probe_counts || call == tt_nothing.call || call == tt_hits.call ||
         call == tt_timestamp.call;
}

}  // namespace

void enable(std::span<const SiteIn> sites, const struct tt_probe& probe) {
  check_request(probe);
  for (const SiteIn& in : sites) check_site(*in.site, probe);

  Attaching attaching(sites);
  attaching.attach_stubs(probe);
  attaching.set_probes(probe);
  order_probes_before_states(sites);
  attaching.edit();
  for (tt_marker* marker : markers_of(sites)) store_state(marker, 1);
  for (const SiteIn& in : sites) {
    in.site->enabled = true;
    if (in.site->kind == TT_BY_FLAG && flag_users()[in.site->target]++ == 0)
      store_flag(*in.site, 1);
  }
  attaching.finish();
}

int disable(std::span<const SiteIn> sites) {
  std::vector<SiteIn> enabled;
  std::ranges::copy_if(sites, std::back_inserter(enabled),
                       [](const SiteIn& in) { return in.site->enabled; });
  std::vector<TextEdit> edits;
  for (const SiteIn& in : enabled) {
    const Site& site = *in.site;
    if (!by_text(site)) continue;
    TextEdit edit = enabling_edit(site, jump_target(site));
    std::swap(edit.from, edit.to);
    expect_bytes(site, edit.address, edit.from.data(), edit.size);
    edits.push_back(edit);
  }
  edit_text(edits);

  for (tt_marker* marker : markers_of(enabled)) store_state(marker, 0);
  for (const SiteIn& in : enabled) {
    Site& site = *in.site;
    if (site.kind == TT_BY_FLAG && --flag_users()[site.target] == 0) store_flag(site, 0);
    if (site.kind == TT_BY_STUB) {
      detach(site.stub);
    } else {
      // Who is past the guard still loads the probe: it finds the one that was there before.
      uncounted_probes = uncounted_probes || !is_ready_made(site.marker->probe);
      store_probe(site.marker, site.dormant_probe);
    }
    site.enabled = false;
  }
  return static_cast<int>(enabled.size());
}

void forget_flag(const Site& site) {
  if (--flag_users()[site.target] == 0) flag_users().erase(site.target);
}

bool has_uncounted_probes() {
  return uncounted_probes;
}

void forget_uncounted_probes() {
  uncounted_probes = false;
}

}  // namespace tracetoll::patch
