// Sites that a section lists by their addresses, 8 bytes each: function entries that a compiler
// made patchable, and calls of mcount.
//
// __patchable_function_entries (-fpatchable-function-entry=N,M) names the first of the N NOPs, of
// which M stand before the function's entry. Where the landing pad is (endbr64, bti), with
// -fcf-protection=full:
//   N    the pad, then the NOPs; the entry names the NOPs (g++ 12, clang 14), or the pad before
//        them (GCC before 11: https://gcc.gnu.org/PR93492)
//   N,M  M NOPs, the function, the pad, N - M NOPs
// A search from the symbol misses both (namhyung/uftrace#1613, SUSE/libpulp#127).
//
// __mcount_loc (-pg -mrecord-mcount) names calls, or the NOPs that -mnop-mcount puts there. In a
// linked kernel the table lies between __start_mcount_loc and __stop_mcount_loc.
#include <optional>

#include "disassembly.hpp"
#include "found_site.hpp"
#include "function_table.hpp"
#include "section_records.hpp"

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint64_t kLongestInstruction = 15;
constexpr std::uint32_t kArm64Nop = 0xd503201f;

// Reads what stands at the sites of a file.
class EntryCode {
 public:
  explicit EntryCode(const ElfFile& file) : file_(file), functions_(file) {
    if (file.machine() == Machine::x86_64) x86_.emplace();
    for (const Section& section : file.sections()) {
      if (section.executable) budget_ += 2 * section.bytes.size();
    }
  }

  std::uint64_t nops(std::uint64_t address);
  std::uint64_t landing_pad(std::uint64_t address) const;
  std::uint64_t call_or_nops(std::uint64_t address);
  std::optional<std::uint64_t> function_of(std::uint64_t address, std::uint64_t entry) const;

 private:
  std::uint64_t x86_nops(Bytes code) const;
  static std::uint64_t arm64_nops(Bytes code);

  const ElfFile& file_;
  FunctionTable functions_;
  std::optional<Disassembler> x86_;
  std::uint64_t budget_ = 0;
};

// The bytes of NOPs in a row. The NOPs of two entries do not overlap, so that all of them together
// are no longer than the code, unless a million entries name one long sled.
std::uint64_t EntryCode::nops(std::uint64_t address) {
  constexpr std::uint64_t kWindow = 32;
  std::uint64_t size = 0;
  while (true) {
    const Bytes code = code_at(file_, address + size, kWindow);
    const std::uint64_t more = x86_ ? x86_nops(code) : arm64_nops(code);
    if (more > budget_) file_.fail("its patchable entries overlap endlessly");
    budget_ -= more;
    size += more;
    if (more + kLongestInstruction < kWindow) return size;
  }
}

// Those that the start of the code holds; one that it cuts off is none.
std::uint64_t EntryCode::x86_nops(Bytes code) const {
  std::uint64_t size = 0;
  for (const Instruction& instruction : x86_->decode(code, 0)) {
    if (!instruction.nop) break;
    size += static_cast<std::uint64_t>(instruction.size);
  }
  return size;
}

std::uint64_t EntryCode::arm64_nops(Bytes code) {
  std::uint64_t size = 0;
  while (size + 4 <= code.size() && number_at<std::uint32_t>(code, size) == kArm64Nop) size += 4;
  return size;
}

// The size of the landing pad at the address, or 0: endbr64; bti, bti c, bti j, bti jc.
std::uint64_t EntryCode::landing_pad(std::uint64_t address) const {
  constexpr std::uint32_t kEndbr64 = 0xfa1e0ff3;
  constexpr std::uint32_t kBti = 0xd503241f;
  const Bytes code = code_at(file_, address, 4);
  if (code.size() < 4) return 0;
  const auto word = number_at<std::uint32_t>(code, 0);
  return word == kEndbr64 || (!x86_ && (word & ~std::uint32_t{0xc0}) == kBti) ? 4 : 0;
}

std::uint64_t EntryCode::call_or_nops(std::uint64_t address) {
  const Bytes code = code_at(file_, address, kLongestInstruction);
  if (!x86_) {
    const bool call =
        code.size() >= 4 && (number_at<std::uint32_t>(code, 0) & 0xfc000000) == 0x94000000;
    return call ? 4 : nops(address);
  }
  if (code.empty()) return 0;
  const Instruction first = x86_->decode(code, address)[0];
  return first.nop || first.flow == Flow::call ? static_cast<std::uint64_t>(first.size) : 0;
}

// The function that holds the site, or the first whose entry follows up to `end`.
std::optional<std::uint64_t> EntryCode::function_of(std::uint64_t address,
                                                    std::uint64_t end) const {
  const Function* function = functions_.at(address);
  for (std::uint64_t at = address + 1; function == nullptr && at <= end; at++) {
    function = functions_.starting_at(at);
  }
  return function == nullptr ? std::nullopt : std::optional(function->parts[0].begin);
}

void describe_patchable(EntryCode& code, FoundSite& site) {
  if (const auto pad = code.landing_pad(site.address)) {
    site.notes.push_back("the section names the landing pad before its NOPs");
    site.address += pad;
  }
  const std::uint64_t before = code.nops(site.address);
  const std::uint64_t entry = site.address + before;
  site.size = before;
  site.function = code.function_of(site.address, entry);
  if (before == 0) {
    site.notes.push_back("no NOPs at its address");
    return;
  }
  const auto pad = site.function == entry ? code.landing_pad(entry) : 0;
  const auto after = pad == 0 ? 0 : code.nops(entry + pad);
  if (after == 0) return;
  site.size += pad + after;
  site.notes.push_back("a landing pad stands among its NOPs: " + std::to_string(before) +
                       " bytes before it, " + std::to_string(after) + " after");
}

void describe_mcount(EntryCode& code, FoundSite& site) {
  site.size = code.call_or_nops(site.address);
  if (site.size == 0) site.notes.push_back("neither a call nor a NOP at its address");
}

using Describe = void (*)(EntryCode&, FoundSite&);

std::vector<FoundSite> read_table(const ElfFile& file, const std::vector<Record>& table,
                                  SiteKind kind, Describe describe) {
  std::vector<FoundSite> sites;
  if (table.empty()) return sites;
  EntryCode code(file);
  for (const Record& record : table) {
    FoundSite site;
    site.kind = kind;
    site.address = record.absolute(0);
    if (site.address == 0) {
      site.notes.push_back("address 0: the linker dropped its function");
    } else if (!file.executable(site.address, 1)) {
      site.notes.push_back("no code at its address");
    } else {
      describe(code, site);
    }
    sites.push_back(std::move(site));
  }
  return sites;
}

}  // namespace

std::vector<FoundSite> read_patchable_entries(const ElfFile& file) {
  return read_table(file, records(file, "__patchable_function_entries", 8), SiteKind::patchable,
                    describe_patchable);
}

std::vector<FoundSite> read_mcount_table(const ElfFile& file) {
  return read_table(file, records(file, "__mcount_loc", 8), SiteKind::mcount, describe_mcount);
}

}  // namespace tracetoll
