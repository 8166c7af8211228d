// Sites of this program that are switched on by hand: without the patch library, and before threads
// run through them.
#pragma once

#include <cstdint>
#include <vector>

#include "attachment.hpp"
#include "stubs.hpp"

namespace tracetoll::patch {

class SwitchedSite {
 public:
  // The site of that name, with what its record says of its arguments; or any 5-byte NOP.
  SwitchedSite(const char* name, const struct tt_probe& probe);
  SwitchedSite(const void* nop, const struct tt_probe& probe, tt_marker* marker,
               const std::vector<Argument>& arguments);
  // Back to a NOP; frees the stub.
  ~SwitchedSite();
  SwitchedSite(const SwitchedSite&) = delete;
  SwitchedSite& operator=(const SwitchedSite&) = delete;

  Stub* stub() const { return stub_; }
  tt_marker* marker() const { return stub_->marker; }
  const std::vector<Argument>& arguments() const { return arguments_; }

 private:
  void switch_on(const struct tt_probe& probe, tt_marker* marker,
                 const std::vector<Argument>& arguments);

  std::uint8_t* code_;
  Stub* stub_ = nullptr;
  std::vector<Argument> arguments_;
};

template <typename... Args>
struct tt_probe probe_of(void (*function)(tt_marker*, const char*, Args...), int saves,
                         int flags = 0) {
  return {reinterpret_cast<tt_function>(function), saves, flags};
}

}  // namespace tracetoll::patch
