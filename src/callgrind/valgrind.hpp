// Valgrind as it is on this machine, and how it is started.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tracetoll {

inline constexpr const char* kNoValgrind = "no valgrind on the PATH; apt-get install valgrind";

// The simulated caches are the same everywhere, so that figures of two machines can be compared;
// what a virtual machine says of its own can be nonsense. Size, ways, bytes of a line.
inline constexpr const char* kCacheOptions[] = {"--I1=32768,8,64", "--D1=32768,8,64",
                                                "--LL=8388608,16,64"};
inline constexpr const char* kCacheWords =
    "I1 32 KiB 8-way, D1 32 KiB 8-way, LL 8 MiB 16-way, lines of 64 bytes";

struct Valgrind {
  std::string file;
  std::string version;  // "valgrind-3.19.0"
  std::string missing;  // why there is none that can be used; then the others are empty
};

// The first executable `valgrind` on the PATH, asked for its version.
Valgrind find_valgrind(const std::function<bool()>& stop);

// Callgrind over `command`, its dumps to `file`; instrumentation and collection are left to the
// program. No option of the user's environment counts.
std::vector<std::string> callgrind_command(const std::string& valgrind, const std::string& file,
                                           const std::vector<std::string>& command);

}  // namespace tracetoll
