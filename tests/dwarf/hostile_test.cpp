// Debug data that was damaged: every answer is right for somebody, none is a crash or takes long.
#include <elfutils/libdw.h>
#include <gtest/gtest.h>
#include <libelf.h>

#include <memory>
#include <random>

#include "elf_file.hpp"
#include "file_bytes.hpp"
#include "patch/dwarf/dwarf_arguments.hpp"
#include "site.hpp"

namespace tracetoll::testing {
namespace {

struct Asked {
  std::uint64_t address;
  std::string source;
};

// Returns how many arguments were found.
std::size_t ask(std::vector<std::uint8_t> bytes, const std::vector<Asked>& asked) {
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(
      elf_memory(reinterpret_cast<char*>(bytes.data()), bytes.size()), elf_end);
  if (elf == nullptr) return 0;
  const std::unique_ptr<Dwarf, int (*)(Dwarf*)> dwarf(
      dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr), dwarf_end);
  if (dwarf == nullptr) return 0;
  dwarf::DwarfArguments finder(dwarf.get(), elf.get(), 0);
  std::size_t found = 0;
  for (const Asked& one : asked) {
    for (const auto& argument : finder.find(one.address, one.source)) {
      found += argument.place ? 1 : 0;
      EXPECT_TRUE(argument.place || !argument.missing.reason.empty()) << argument.source;
    }
  }
  return found;
}

std::vector<Asked> sites_of(const ElfFile& file) {
  std::vector<Asked> result;
  for (const Site& site : read_sites(file)) {
    if (site.name == "members")
      result.push_back({site.code_end - 5, "outer->inner->first, &outer->count, outer->unnamed"});
    if (site.name == "implied")
      result.push_back({site.code_end - 5, "total, made, a::b::level, green, (Mode)number"});
    if (site.name == "in_lambda") result.push_back({site.code_end - 5, "own, captured"});
    if (site.name == "inlined") result.push_back({site.code_end - 5, "first, second"});
    if (site.name == "lost") result.push_back({site.code_end - 5, "number, result"});
  }
  for (const Symbol& symbol : file.symbols()) {
    if (symbol.name == "rare_site")
      result.push_back({symbol.address,
                        "in_frame, saved_register, known, split.first, *pointer_to_known, masked, "
                        "converted, block.second, circular, from_site"});
  }
  return result;
}

class Hostile : public ::testing::TestWithParam<const char*> {};

TEST_P(Hostile, AnyBytesOfTheDebugSections) {
  const ElfFile file(GetParam(), "");
  const std::vector<std::uint8_t> whole = read_file(GetParam());
  const std::vector<Asked> asked = sites_of(file);
  ASSERT_GT(ask(whole, asked), 5U);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> targets;  // in the file
  for (const Section& section : file.sections()) {
    if (section.bytes.empty()) continue;
    if (section.name.starts_with(".debug_") || section.name.starts_with(".eh_frame"))
      targets.emplace_back(section.offset, section.bytes.size());
  }
  ASSERT_GE(targets.size(), 3U);
  std::mt19937 random(1);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  std::size_t found = 0;
  for (int round = 0; round < 1500; round++) {
    std::vector<std::uint8_t> bytes = whole;
    const auto& [offset, size] = targets[below(targets.size())];
    for (std::uint64_t flips = 1 + below(8); flips > 0; flips--) {
      std::uint8_t& byte = bytes[offset + below(size)];
      byte = round % 2 == 0 ? static_cast<std::uint8_t>(byte ^ (1U << below(8)))
                            : static_cast<std::uint8_t>(random());
    }
    found += ask(std::move(bytes), asked);
  }
  EXPECT_GT(found, 0U);  // else nothing was read
}

TEST_P(Hostile, AFileThatIsCutOff) {
  const ElfFile file(GetParam(), "");
  const std::vector<std::uint8_t> whole = read_file(GetParam());
  const std::vector<Asked> asked = sites_of(file);
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 200)
    ask({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, asked);
}

INSTANTIATE_TEST_SUITE_P(Files, Hostile, ::testing::Values(TT_SHARED_PLACES, TT_RARE),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "Compiled" : "HandMade");
                         });

}  // namespace
}  // namespace tracetoll::testing
