#include "stub_site.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "code_memory.hpp"

extern "C" {
__attribute__((visibility("hidden"))) extern const tt_site __start_tt_sites[];
__attribute__((visibility("hidden"))) extern const tt_site __stop_tt_sites[];
}

namespace tracetoll::patch {
namespace {

constexpr std::uint8_t kNop[5] = {0x0f, 0x1f, 0x44, 0x00, 0x00};

template <typename T>
T* target(const int& field) {
  return reinterpret_cast<T*>(reinterpret_cast<std::intptr_t>(&field) + field);
}

const tt_site& site_named(const std::string& name) {
  for (const tt_site* site = __start_tt_sites; site != __stop_tt_sites; ++site)
    if (name == target<const char>(site->name)) return *site;
  throw std::runtime_error("no site is named " + name);
}

}  // namespace

SwitchedSite::SwitchedSite(const char* name, const struct tt_probe& probe)
    : code_(target<std::uint8_t>(site_named(name).code)) {
  const tt_site& site = site_named(name);
  switch_on(probe, target<tt_marker>(site.marker),
            parse_operands(target<const char>(site.arguments)).arguments);
}

SwitchedSite::SwitchedSite(const void* nop, const struct tt_probe& probe, tt_marker* marker,
                           const std::vector<Argument>& arguments)
    : code_(static_cast<std::uint8_t*>(const_cast<void*>(nop))) {
  switch_on(probe, marker, arguments);
}

void SwitchedSite::switch_on(const struct tt_probe& probe, tt_marker* marker,
                             const std::vector<Argument>& arguments) {
  if (std::memcmp(code_, kNop, sizeof(kNop)) != 0) throw std::runtime_error("no NOP is there");
  arguments_ = arguments;
  stub_ = make_stub(code_ + sizeof(kNop));
  attach(stub_, probe, marker, arguments);
  std::uint8_t jump[5] = {0xe9};
  const auto distance = static_cast<std::int32_t>(
      static_cast<const std::uint8_t*>(entry_of(stub_)) - (code_ + sizeof(jump)));
  std::memcpy(jump + 1, &distance, sizeof(distance));
  write_code(code_, jump, sizeof(jump));
}

SwitchedSite::~SwitchedSite() {
  write_code(code_, kNop, sizeof(kNop));
  detach(stub_);
  free_stub(stub_);
  free_attachments();
}

}  // namespace tracetoll::patch
