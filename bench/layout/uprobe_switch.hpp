// Uprobes on sites that are a NOP of one byte (sys/sdt.h): the kernel's breakpoint there, made
// through tracefs and counted by a perf event of this thread. Their bytes are never written by us:
// a breakpoint that the kernel sets is right on a running program, a patched byte would need five.
//
// All sites of a variant are one event with many places (Linux 5.3 or newer), so that one perf
// event switches all. Opening it sets the breakpoints, about 20 us each; closing it waits until no
// CPU can be in one, 20 to 40 ms (Linux 6.18 on a guest with two CPUs). A disabled perf event would
// not do: the breakpoints stay, and trap.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "site_switch.hpp"
#include "unique_fd.hpp"

namespace tracetoll {

// One place of an event, as tracefs takes it: offsets in the file.
struct UprobePlace {
  std::uint64_t code = 0;
  std::uint64_t semaphore = 0;  // 0: none
};

// "p:GROUP/EVENT PATH:0x1234(0x5678)"
std::string uprobe_definition(const std::string& event, const std::string& path,
                              const UprobePlace& place);

// Names of groups of ours in the text of uprobe_events, whose process is gone.
std::vector<std::string> stale_uprobes(const std::string& events,
                                       const std::string& folder_of_processes = "/proc");

class UprobeSwitch : public SiteSwitch {
 public:
  explicit UprobeSwitch(const std::string& variant);
  ~UprobeSwitch() override;

  void on() override;
  void off() override;
  std::optional<std::uint64_t> hits() override;
  void forget_hits() override;
  bool is_slow() const override { return true; }

 private:
  std::uint64_t count() const;
  void remove();

  std::string tracefs_;
  std::string event_;  // "tracetoll_1234/usdt"
  std::uint64_t id_ = 0;
  UniqueFd counter_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace tracetoll
