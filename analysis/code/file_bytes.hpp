// A regular file, read whole, so that nobody can shorten it under us. At most 1 GiB. Throws
// InputError with the file's name: also for a folder, a FIFO or a device, none of which is waited
// for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tracetoll {

std::vector<std::uint8_t> read_file(const std::string& path);

}  // namespace tracetoll
