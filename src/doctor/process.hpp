// Topic "process": what this process inherits that a run depends on.
#pragma once

#include <cstdint>
#include <optional>

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// kernel.randomize_va_space, and the personality of this process (setarch -R).
Finding judge_aslr(const FileText& randomize, const FileText& personality);

// "Max open files" of /proc/self/limits; a select of 500 descriptors raises the soft limit itself,
// up to the hard one.
Finding judge_open_files(const FileText& limits);

Topic examine_process(const MachineFiles& files);

}  // namespace tracetoll
