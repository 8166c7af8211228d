// LLVM's XRay sleds, from xray_instr_map (clang -fxray-instrument).
//
// An entry has 32 bytes: the sled's address, the function's, kind, whether it is always
// instrumented, version, padding. From version 2 (LLVM 11) both addresses are relative to their own
// field, before they are absolute (llvm/lib/XRay/InstrumentationMap.cpp; namhyung/uftrace#1265 and
// #1267 are what comes of taking one for the other).
//
// The size is not in the entry. A dormant sled jumps over itself, or returns and never comes to the
// rest of it:
//   x86-64  entry, tail     eb 09, NOP of 9 bytes
//           exit            c3, NOP of 10 bytes
//           events          eb NN, NN bytes that move the arguments and call
//   arm64   all             b over NOPs of 4 bytes: b #32, 7 of them
// (lib/Target/X86/X86MCInstLower.cpp and AArch64/AArch64AsmPrinter.cpp, LLVM 14.)
#include <array>

#include "found_site.hpp"
#include "section_records.hpp"

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kEntrySize = 32;
constexpr std::array<const char*, 6> kKinds = {"entry",      "exit",         "tail",
                                               "entry_args", "custom_event", "typed_event"};
constexpr std::uint64_t kLongestSled = 129;  // eb 7f
constexpr std::uint8_t kExit = 1;
constexpr std::uint8_t kFirstEvent = 4;

bool starts_with(Bytes code, std::initializer_list<std::uint8_t> expected) {
  return code.size() >= expected.size() &&
         std::equal(expected.begin(), expected.end(), code.begin());
}

// 0 if the code is no sled of that kind.
std::uint64_t x86_size(Bytes code, std::uint8_t kind) {
  constexpr std::uint64_t kSled = 11;
  if (kind == kExit) {
    return starts_with(code, {0xc3, 0x2e, 0x66, 0x0f, 0x1f, 0x84, 0, 0, 2, 0, 0}) ? kSled : 0;
  }
  if (kind < kFirstEvent) {
    return starts_with(code, {0xeb, 0x09, 0x66, 0x0f, 0x1f, 0x84, 0, 0, 2, 0, 0}) ? kSled : 0;
  }
  if (!starts_with(code, {0xeb}) || code.size() < 2 || code[1] < 5 || code[1] >= 0x80) return 0;
  const std::uint64_t size = 2 + std::uint64_t{code[1]};
  return size <= code.size() ? size : 0;
}

std::uint64_t arm64_size(Bytes code, std::uint8_t kind) {
  constexpr std::uint32_t kNop = 0xd503201f;
  if (code.size() < 4) return 0;
  const auto branch = number_at<std::uint32_t>(code, 0);
  const std::uint64_t size = (branch & 0x03ffffff) * std::uint64_t{4};
  if ((branch & 0xfc000000) != 0x14000000 || size < 8 || size > code.size()) return 0;
  if (kind >= kFirstEvent) return size;
  for (std::size_t at = 4; at < size; at += 4) {
    if (number_at<std::uint32_t>(code, at) != kNop) return 0;
  }
  return size;
}

FoundSite read_entry(const ElfFile& file, const Record& record) {
  const std::uint8_t kind = record.bytes[16];
  const std::uint8_t version = record.bytes[18];
  const bool relative = version >= 2;
  FoundSite site;
  site.kind = SiteKind::xray;
  site.name = kind < kKinds.size() ? kKinds[kind] : "kind_" + std::to_string(kind);
  site.address = relative ? record.relative<std::int64_t>(0) : record.absolute(0);
  site.function = relative ? record.relative<std::int64_t>(8) : record.absolute(8);
  if (kind >= kKinds.size()) site.notes.push_back("its kind is not one that LLVM has");
  const Bytes code = code_at(file, site.address, kLongestSled);
  if (code.empty()) {
    site.notes.push_back("no code at its address");
    return site;
  }
  site.size = file.machine() == Machine::x86_64 ? x86_size(code, kind) : arm64_size(code, kind);
  if (site.size == 0) site.notes.push_back("its bytes are no dormant sled of that kind");
  if (!file.executable(*site.function, 1)) {
    site.notes.push_back("no code at its function's address");
  }
  return site;
}

}  // namespace

std::vector<FoundSite> read_xray_map(const ElfFile& file) {
  std::vector<FoundSite> sites;
  for (const Record& record : records(file, "xray_instr_map", kEntrySize)) {
    sites.push_back(read_entry(file, record));
  }
  return sites;
}

}  // namespace tracetoll
