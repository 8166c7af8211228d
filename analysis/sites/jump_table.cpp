// The kernel's static keys: __jump_table of vmlinux and of modules, sorted or not.
//
// Since 4.20 an entry has 16 bytes: s32 code, s32 target, s64 key, each relative to its own field;
// before it has 24: three absolute addresses (kernel commits 50ff18ab497a, 9ae033aca8d6; include/
// linux/jump_label.h). Nothing in the file says which, but only one reading leads to code. The two
// low bits of the key are flags (the branch is taken while the key is off; the code is __init
// text). The kernel sets code to 0 when it frees __init text: such an entry is no site.
//
// A site of x86-64 is a NOP or a jmp, of 5 bytes or, since 5.14, of 2 (commit ab3257042c26); of
// arm64 4 bytes.
#include <algorithm>
#include <iterator>
#include <utility>

#include "found_site.hpp"
#include "section_records.hpp"

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kRelative = 16;
constexpr std::size_t kAbsolute = 24;
constexpr std::uint64_t kUndefined = 16;  // the room that ElfFile gives what another file has

struct Entry {
  std::uint64_t code = 0;
  std::uint64_t target = 0;
  std::uint64_t key = 0;
};

std::vector<Entry> relative_entries(const std::vector<Record>& table) {
  std::vector<Entry> result;
  for (const Record& record : table) {
    if (number_at<std::int32_t>(record.bytes, 0) == 0) continue;
    const auto key = number_at<std::uint64_t>(record.bytes, 8) & ~std::uint64_t{3};
    result.push_back({record.relative<std::int32_t>(0), record.relative<std::int32_t>(4),
                      record.address + 8 + key});
  }
  return result;
}

std::vector<Entry> absolute_entries(const std::vector<Record>& table) {
  std::vector<Entry> result;
  for (const Record& record : table) {
    if (record.absolute(0) == 0) continue;
    result.push_back(
        {record.absolute(0), record.absolute(8), record.absolute(16) & ~std::uint64_t{3}});
  }
  return result;
}

bool leads_to_code(const ElfFile& file, const Entry& entry) {
  return file.executable(entry.code, 1) && file.executable(entry.target, 1);
}

// Do the tables hold a whole number of such records, most of which lead to code?
bool plausible(const ElfFile& file, const std::vector<Entry>& entries) {
  const auto good = std::ranges::count_if(
      entries, [&](const Entry& entry) { return leads_to_code(file, entry); });
  return static_cast<std::size_t>(good) * 2 > entries.size();
}

bool whole(const std::vector<Section>& tables, std::size_t size) {
  return std::ranges::all_of(tables,
                             [&](const Section& table) { return table.bytes.size() % size == 0; });
}

// Names of what lies at an address: a key may lie inside a larger object (__tracepoint_foo).
class Objects {
 public:
  explicit Objects(const ElfFile& file) {
    std::ranges::copy_if(file.symbols(), std::back_inserter(symbols_), [](const Symbol& symbol) {
      return !symbol.function && !symbol.name.empty();
    });
    std::ranges::stable_sort(symbols_, {}, &Symbol::address);
  }

  std::string at(std::uint64_t address) const {
    auto next = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
    if (next == symbols_.begin()) return {};
    const Symbol& symbol = *--next;
    const std::uint64_t size =
        symbol.undefined ? kUndefined : std::max<std::uint64_t>(symbol.size, 1);
    return address - symbol.address < size ? std::string(symbol.name) : std::string();
  }

 private:
  std::vector<Symbol> symbols_;
};

// The size of the NOP or jump at the site, 0 if there is neither; where the jump leads.
struct Patch {
  std::uint64_t size = 0;
  std::optional<std::uint64_t> target;
};

bool starts_with(Bytes code, std::initializer_list<std::uint8_t> expected) {
  return code.size() >= expected.size() &&
         std::equal(expected.begin(), expected.end(), code.begin());
}

// The 5-byte NOPs are those that the kernel has used: P6's, K8's, and a lea with a prefix.
Patch x86_patch(Bytes code, std::uint64_t address) {
  for (const auto nop : {std::initializer_list<std::uint8_t>{0x0f, 0x1f, 0x44, 0x00, 0x00},
                         {0x66, 0x66, 0x66, 0x66, 0x90},
                         {0x3e, 0x8d, 0x74, 0x26, 0x00}}) {
    if (starts_with(code, nop)) return {5, {}};
  }
  if (starts_with(code, {0x66, 0x90})) return {2, {}};
  if (code.size() >= 2 && code[0] == 0xeb) {
    const auto offset = std::int64_t{number_at<std::int8_t>(code, 1)};
    return {2, address + 2 + static_cast<std::uint64_t>(offset)};
  }
  if (code.size() >= 5 && code[0] == 0xe9) {
    const auto offset = std::int64_t{number_at<std::int32_t>(code, 1)};
    return {5, address + 5 + static_cast<std::uint64_t>(offset)};
  }
  return {};
}

Patch arm64_patch(Bytes code, std::uint64_t address) {
  if (code.size() < 4) return {};
  const auto word = number_at<std::uint32_t>(code, 0);
  if (word == 0xd503201f) return {4, {}};
  if ((word & 0xfc000000) != 0x14000000) return {};
  // 26 bits, signed, in words.
  const auto offset = std::int64_t{static_cast<std::int32_t>(word << 6)} / 16;
  return {4, address + static_cast<std::uint64_t>(offset)};
}

FoundSite describe(const ElfFile& file, const Entry& entry, const Objects& objects) {
  FoundSite site;
  site.kind = SiteKind::jump_label;
  site.address = entry.code;
  site.target = entry.target;
  site.state = entry.key;
  site.name = objects.at(entry.key);
  if (!leads_to_code(file, entry)) {
    site.notes.push_back("no code at its address or its target");
    return site;
  }
  const Bytes code = code_at(file, entry.code, 5);
  const Patch patch = file.machine() == Machine::x86_64 ? x86_patch(code, entry.code)
                                                        : arm64_patch(code, entry.code);
  site.size = patch.size;
  if (patch.size == 0) site.notes.push_back("neither a NOP nor a jump at its address");
  if (patch.target && patch.target != entry.target) {
    site.notes.push_back("the jump at its address leads elsewhere than its record");
  }
  return site;
}

}  // namespace

std::vector<FoundSite> read_jump_table(const ElfFile& file) {
  std::vector<FoundSite> sites;
  const std::vector<Section> tables = tables_of(file, "__jump_table");
  std::vector<Entry> entries;
  bool absolute = false;
  if (whole(tables, kRelative))
    entries = relative_entries(records(file, "__jump_table", kRelative));
  if (!plausible(file, entries) && whole(tables, kAbsolute)) {
    auto others = absolute_entries(records(file, "__jump_table", kAbsolute));
    absolute = plausible(file, others);
    if (absolute) entries = std::move(others);
  }
  const bool empty = std::ranges::all_of(tables, [](const Section& t) { return t.bytes.empty(); });
  if (empty) return sites;
  if (!absolute && !entries.empty() && !plausible(file, entries)) {
    file.fail("the records of __jump_table lead to no code, neither as relative nor as absolute");
  }
  const Objects objects(file);
  for (const Entry& entry : entries) {
    sites.push_back(describe(file, entry, objects));
    if (absolute) sites.back().notes.push_back("an absolute record, as kernels before 4.20 have");
  }
  return sites;
}

}  // namespace tracetoll
