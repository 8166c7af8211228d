// The CPUs of the table by cause.
#pragma once

#include <array>

#include "cpu_model.hpp"

namespace tracetoll {

inline constexpr std::array kEveryCpu = {
    Cpu::kSkylake,    Cpu::kSkylakeServer, Cpu::kIceLake,   Cpu::kSapphireRapids,
    Cpu::kZen2,       Cpu::kZen3,          Cpu::kZen4,      Cpu::kZen5,
    Cpu::kNeoverseN1, Cpu::kNeoverseV1,    Cpu::kNeoverseV2};

}  // namespace tracetoll
