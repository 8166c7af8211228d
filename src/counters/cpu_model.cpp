#include "cpu_model.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace tracetoll {
namespace {

struct Range {
  Cpu cpu;
  unsigned family;
  unsigned first_model;
  unsigned last_model;
};

constexpr Range kIntel[] = {
    {Cpu::kSkylake, 6, 0x4e, 0x4e},        {Cpu::kSkylake, 6, 0x5e, 0x5e},
    {Cpu::kSkylake, 6, 0x8e, 0x8e},        {Cpu::kSkylake, 6, 0x9e, 0x9e},
    {Cpu::kSkylake, 6, 0xa5, 0xa6},        {Cpu::kSkylakeServer, 6, 0x55, 0x55},
    {Cpu::kIceLake, 6, 0x6a, 0x6a},        {Cpu::kIceLake, 6, 0x6c, 0x6c},
    {Cpu::kIceLake, 6, 0x7d, 0x7e},        {Cpu::kIceLake, 6, 0xa7, 0xa7},
    {Cpu::kSapphireRapids, 6, 0x8f, 0x8f}, {Cpu::kSapphireRapids, 6, 0xcf, 0xcf},
};

constexpr Range kAmd[] = {
    {Cpu::kZen2, 0x17, 0x30, 0x4f}, {Cpu::kZen2, 0x17, 0x60, 0x7f}, {Cpu::kZen2, 0x17, 0x90, 0x91},
    {Cpu::kZen2, 0x17, 0xa0, 0xaf}, {Cpu::kZen3, 0x19, 0x00, 0x0f}, {Cpu::kZen3, 0x19, 0x20, 0x5f},
    {Cpu::kZen4, 0x19, 0x10, 0x1f}, {Cpu::kZen4, 0x19, 0x60, 0xaf}, {Cpu::kZen5, 0x1a, 0x00, 0x2f},
    {Cpu::kZen5, 0x1a, 0x40, 0x4f}, {Cpu::kZen5, 0x1a, 0x60, 0x7f},
};

template <std::size_t kCount>
Cpu cpu_in(const Range (&ranges)[kCount], unsigned family, unsigned model) {
  for (const Range& range : ranges)
    if (family == range.family && model >= range.first_model && model <= range.last_model)
      return range.cpu;
  return Cpu::kUnknown;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// "25", "0xd40"; nullopt for anything else.
std::optional<unsigned> number_of(std::string_view text) {
  const bool is_hex = text.starts_with("0x");
  if (is_hex) text.remove_prefix(2);
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

using Fields = std::map<std::string_view, std::string_view>;

// The "key : value" lines of each processor; empty lines stand between processors.
std::vector<Fields> processors_of(std::string_view cpuinfo) {
  std::vector<Fields> processors;
  bool is_new = true;
  while (!cpuinfo.empty()) {
    const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(cpuinfo.size(), line.size() + 1));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      is_new = true;
      continue;
    }
    if (is_new) processors.emplace_back();
    is_new = false;
    processors.back().emplace(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return processors;
}

std::string_view field_of(const Fields& processor, std::string_view name) {
  const auto found = processor.find(name);
  return found == processor.end() ? std::string_view{} : found->second;
}

Cpu cpu_of_fields(const Fields& processor) {
  const auto family = number_of(field_of(processor, "cpu family"));
  const auto model = number_of(field_of(processor, "model"));
  if (family && model) return cpu_of_x86(field_of(processor, "vendor_id"), *family, *model);
  const auto implementer = number_of(field_of(processor, "CPU implementer"));
  const auto part = number_of(field_of(processor, "CPU part"));
  if (implementer && part) return cpu_of_arm(*implementer, *part);
  return Cpu::kUnknown;
}

// A flag as a word: "perfctr_core" is not in "perfctr_core2".
bool has_flag(std::string_view flags, std::string_view flag) {
  while (!flags.empty()) {
    const std::string_view word = flags.substr(0, flags.find(' '));
    if (word == flag) return true;
    flags.remove_prefix(std::min(flags.size(), word.size() + 1));
  }
  return false;
}

// What a CPU that the tables lack is called in a message.
std::string own_name(const Fields& processor) {
  const std::string_view model_name = field_of(processor, "model name");
  if (!model_name.empty()) return std::string(model_name.substr(0, 80));
  const std::string_view part = field_of(processor, "CPU part");
  if (!part.empty()) return "CPU part " + std::string(part.substr(0, 16));
  return "an unknown CPU";
}

CpuModel named(Cpu cpu, const char* name, std::vector<std::string> pmus) {
  CpuModel model;
  model.cpu = cpu;
  model.name = name;
  model.pmus = std::move(pmus);
  return model;
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

CpuModel model_of(Cpu cpu) {
  switch (cpu) {
    case Cpu::kUnknown:
      return named(cpu, "an unknown CPU", {});
    case Cpu::kSkylake:
      return named(cpu, "Skylake", {"skl"});
    case Cpu::kSkylakeServer:
      return named(cpu, "Skylake-SP", {"skx", "clx"});
    case Cpu::kIceLake:
      return named(cpu, "Ice Lake", {"icl", "icx"});
    case Cpu::kSapphireRapids:
      return named(cpu, "Sapphire Rapids", {"spr", "emr"});
    case Cpu::kZen2:
      return named(cpu, "Zen 2", {"amd64_fam17h_zen2"});
    case Cpu::kZen3:
      return named(cpu, "Zen 3", {"amd64_fam19h_zen3"});
    case Cpu::kZen4:
      return named(cpu, "Zen 4", {"amd64_fam19h_zen4"});
    case Cpu::kZen5:
      return named(cpu, "Zen 5", {"amd64_fam1ah_zen5"});
    case Cpu::kNeoverseN1:
      return named(cpu, "Neoverse N1", {"arm_n1"});
    case Cpu::kNeoverseV1:
      return named(cpu, "Neoverse V1", {"arm_v1"});
    case Cpu::kNeoverseV2:
      return named(cpu, "Neoverse V2", {"arm_v2"});
  }
  return {};
}

Cpu cpu_of_x86(std::string_view vendor, unsigned family, unsigned model) {
  if (vendor == "GenuineIntel") return cpu_in(kIntel, family, model);
  if (vendor == "AuthenticAMD") return cpu_in(kAmd, family, model);
  return Cpu::kUnknown;
}

Cpu cpu_of_arm(unsigned implementer, unsigned part) {
  constexpr unsigned kArm = 0x41;
  if (implementer != kArm) return Cpu::kUnknown;
  switch (part) {
    case 0xd0c:
      return Cpu::kNeoverseN1;
    case 0xd40:
      return Cpu::kNeoverseV1;
    case 0xd4f:
      return Cpu::kNeoverseV2;
    default:
      return Cpu::kUnknown;
  }
}

Cpu cpu_named(std::string_view name) {
  for (int i = 1; i <= static_cast<int>(Cpu::kNeoverseV2); ++i)
    if (const auto cpu = static_cast<Cpu>(i); model_of(cpu).name == name) return cpu;
  return Cpu::kUnknown;
}

CpuModel cpu_of_cpuinfo(std::string_view cpuinfo) {
  const std::vector<Fields> processors = processors_of(cpuinfo);
  if (processors.empty()) return model_of(Cpu::kUnknown);
  const Cpu first = cpu_of_fields(processors.front());
  for (const Fields& processor : processors) {
    // arm64 kernels may add a block without a CPU ("Hardware : ...").
    const bool is_cpu = processor.contains("CPU part") || processor.contains("model");
    if (is_cpu && cpu_of_fields(processor) != first) {
      CpuModel mixed = model_of(Cpu::kUnknown);
      mixed.name = "CPUs of several kinds";
      return mixed;
    }
  }
  CpuModel model = model_of(first);
  if (first == Cpu::kUnknown) model.name = own_name(processors.front());
  model.has_core_counters = has_flag(field_of(processors.front(), "flags"), "perfctr_core");
  return model;
}

CpuModel this_cpu() {
  CpuModel model = cpu_of_cpuinfo(text_of("/proc/cpuinfo"));
  model.smt_active = text_of("/sys/devices/system/cpu/smt/active").starts_with('1');
  model.has_watchdog = text_of("/proc/sys/kernel/nmi_watchdog").starts_with('1');
  return model;
}

}  // namespace tracetoll
