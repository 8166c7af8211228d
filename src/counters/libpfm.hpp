// The events that libpfm4 knows, of this CPU and of others: its tables are in the library, whatever
// the machine. Built without libpfm4 (libpfm_absent.cpp) nothing is known and libpfm_missing()
// says so.
//
// The library is initialised at the first call, asked to encode CPUs that are not there
// (LIBPFM_ENCODE_INACTIVE), and ended with the program. One call runs at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tracetoll::libpfm {

// "this build has no libpfm4 ..."; empty when it is there.
std::string missing();

struct Pmu {
  std::string name;         // "skl"
  std::string description;  // "Intel Skylake"
  bool is_core = false;     // counts for a thread; false: for a socket, a package
  bool is_present = false;  // libpfm4 finds it on this machine
};

// The PMUs of CPUs and sockets; not those of names that the kernel makes (perf, perf_raw).
std::vector<Pmu> pmus();

struct Encoding {
  std::uint32_t type = 0;
  std::uint64_t config = 0;
  std::uint64_t config1 = 0;
  std::uint64_t config2 = 0;
  bool is_wrong = false;  // libpfm4 is known to give another event's bits for this name
};

// Of "skl::MEM_INST_RETIRED:ALL_LOADS". Nothing when that PMU has no such event, unit mask or
// modifier.
std::optional<Encoding> encode(const std::string& name);

// Every event of a PMU, and with each of its unit masks: "INST_RETIRED", "INST_RETIRED:NOP".
std::vector<std::string> events_of(const std::string& pmu);

}  // namespace tracetoll::libpfm
