#define TT_MARKER_HEADER "none.h"
#include "probe_switch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "site_records.hpp"
#include "stage.hpp"

extern "C" void tt_user_probe(tt_marker* marker, const char* arguments, ...);

namespace tracetoll {
namespace {

struct tt_probe probe_of(std::string_view form) {
  const auto stop = [](int flag) {
    using Probe = struct tt_probe;
    return Probe{nullptr, TT_SAVES_INTEGERS, flag};
  };
  // As `empty` gets them: what a probe adds to it is then the probe's own.
  const auto with_arguments = [](struct tt_probe probe) {
    probe.flags &= ~TT_NO_ARGUMENTS;
    return probe;
  };
  if (form == "taken") return stop(TT_STOP_AT_JUMP);
  if (form == "saved") return stop(TT_STOP_AT_SAVES);
  if (form == "counter") return with_arguments(tt_hits);
  if (form == "timestamp") return with_arguments(tt_timestamp);
  if (form == "user")
    return {reinterpret_cast<tt_function>(tt_user_probe), TT_SAVES_VECTORS, TT_VARIADIC};
  return tt_nothing;
}

struct SitesOf {
  std::set<std::string> names;
  std::set<tt_marker*> markers;
  bool have_stubs = false;
  bool can_be_switched = false;
};

SitesOf sites_of(std::string_view variant) {
  SitesOf result;
  for (const tt_site& site : site_records()) {
    if (variant != target_of<const char>(site.variant)) continue;
    result.names.insert(target_of<const char>(site.name));
    if (site.marker != 0) result.markers.insert(target_of<tt_marker>(site.marker));
    result.have_stubs |= site.kind == TT_BY_STUB;
    result.can_be_switched |= site.kind != TT_NEVER;
  }
  return result;
}

void ignore_event(const tt_event* /*event*/, int /*thread*/, void* /*data*/) {}

bool attach(const std::string& pattern, const struct tt_probe& probe) {
  return tt_attach(pattern.c_str(), &probe) >= 0;
}

}  // namespace

ProbeSwitch::ProbeSwitch(const std::string& variant, const std::string& form)
    : form_(form), probe_(probe_of(form)) {
  const SitesOf sites = sites_of(variant);
  if (!sites.can_be_switched)
    throw StageError(fmt::format("its sites have nothing to switch{}",
                                 sites.names.empty() ? ", or it has none" : ""));
  // A guard with an empty body is taken by any probe; with a call in it, the probe is called.
  if (form == "taken" && !sites.have_stubs) probe_ = tt_nothing;
  if (form == "saved" && !sites.have_stubs)
    throw StageError("its sites have no stub that saves registers");
  markers_ = {sites.markers.begin(), sites.markers.end()};
  const std::string all = variant + ":*";
  if (attach(all, probe_)) {
    patterns_ = {all};
    on_ = true;
    off();
    return;
  }
  const std::string first_error = tt_error();
  // Which sites refuse is asked with a probe that takes arguments, whatever the form: the parts are
  // those of the same sites.
  for (const std::string& name : sites.names) {
    const std::string pattern = fmt::format("{}:{}", variant, name);
    if (!attach(pattern, tt_nothing)) continue;
    tt_detach(pattern.c_str());
    patterns_.push_back(pattern);
  }
  if (patterns_.empty()) throw StageError(first_error);
  partial_ = fmt::format("{} of its {} markers stay dormant: {}",
                         sites.names.size() - patterns_.size(), sites.names.size(), first_error);
}

ProbeSwitch::~ProbeSwitch() {
  for (const std::string& pattern : patterns_)
    if (on_) tt_detach(pattern.c_str());
}

void ProbeSwitch::on() {
  for (const std::string& pattern : patterns_)
    if (!attach(pattern, probe_)) throw StageError(tt_error());
  on_ = true;
  forget_hits();
}

void ProbeSwitch::off() {
  on_ = false;
  for (const std::string& pattern : patterns_)
    if (tt_detach(pattern.c_str()) < 0) throw StageError(tt_error());
  if (form_ == "timestamp") tt_read_events(ignore_event, nullptr);
}

// Of the ring buffer: what is in it, and what did not fit.
std::uint64_t ProbeSwitch::count() const {
  if (form_ == "timestamp") return tt_read_events(ignore_event, nullptr);
  std::uint64_t hits = 0;
  for (const tt_marker* marker : markers_) hits += marker->hits;
  return hits;
}

std::optional<std::uint64_t> ProbeSwitch::hits() {
  if (form_ != "counter" && form_ != "timestamp" && form_ != "user") return std::nullopt;
  return count() - forgotten_;
}

void ProbeSwitch::forget_hits() {
  for (tt_marker* marker : markers_) marker->hits = 0;
  forgotten_ = form_ == "timestamp" ? (count(), 0) : 0;
}

std::uint64_t ProbeSwitch::most_hits() const {
  return form_ == "timestamp" ? TT_RING_EVENTS : 0;
}

}  // namespace tracetoll
