// Five bytes of NOP at function entries, written to calls of a probe and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "unique_fd.hpp"
#include "variant_switch.hpp"

namespace tracetoll {

class EntryCalls {
 public:
  // `sites` are the addresses of the NOPs; those at 0 belong to functions that the linker dropped.
  EntryCalls(const char* variant, std::span<const std::uintptr_t> sites);

  std::size_t on(SwitchedProbe probe);
  void off();

 private:
  static constexpr std::size_t kSize = 5;
  struct Site {
    std::uintptr_t address;
    unsigned char dormant[kSize];
  };
  void write(const Site& site, const unsigned char* bytes) const;

  const char* variant_;
  UniqueFd memory_;
  std::vector<Site> sites_;
};

// Calls of the probe that counts.
unsigned long entry_hits();

}  // namespace tracetoll
