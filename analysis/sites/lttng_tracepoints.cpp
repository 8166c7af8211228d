// LTTng-UST tracepoints: pointers to the structures that hold their names and states.
//
//   2.13   lttng_ust_tracepoints_ptrs  {u32 struct_size; pad; provider; event; s32 state; ...}
//   older  __tracepoints_ptrs          {"provider:event"; s32 state; ...}
// (lttng/tracepoint-types.h of either.) A kernel's modules have a __tracepoints_ptrs too, of
// another kind; their tracepoints are static keys, and in __jump_table.
//
// The records name no code. The sites are the instructions that read the state.
#include <algorithm>
#include <set>

#include "found_site.hpp"
#include "section_records.hpp"
#include "state_reads.hpp"

namespace tracetoll {

namespace {

struct Tracepoint {
  std::uint64_t address = 0;
  std::uint64_t state = 0;
  std::string provider;
  std::string event;
};

Tracepoint read_new(const ElfFile& file, std::uint64_t address) {
  constexpr std::uint64_t kState = 24;
  const auto bytes = file.bytes(address, kState + 4);
  const auto size = number_at<std::uint32_t>(bytes, 0);
  if (size < kState + 4 || size > 4096) file.fail("an LTTng tracepoint of an impossible size");
  return {address, address + kState, file.text(number_at<std::uint64_t>(bytes, 8)),
          file.text(number_at<std::uint64_t>(bytes, 16))};
}

Tracepoint read_old(const ElfFile& file, std::uint64_t address) {
  constexpr std::uint64_t kState = 8;
  const auto bytes = file.bytes(address, kState + 4);
  const std::string name = file.text(number_at<std::uint64_t>(bytes, 0));
  const auto colon = name.find(':');
  if (colon == name.npos) file.fail("an LTTng tracepoint whose name has no provider");
  return {address, address + kState, name.substr(0, colon), name.substr(colon + 1)};
}

bool is_kernel(const ElfFile& file) {
  for (const char* name : {".modinfo", "__ksymtab", "__ksymtab_gpl", "__jump_table"}) {
    if (!file.tables(name).empty()) return true;
  }
  return false;
}

// Each once: a table that names one of them a million times would have as many sites a guard.
template <typename Read>
std::vector<Tracepoint> read_table(const ElfFile& file, const char* name, Read read) {
  std::vector<Tracepoint> result;
  std::set<std::uint64_t> known;
  for (const Record& record : records(file, name, 8)) {
    const std::uint64_t address = record.absolute(0);
    if (address != 0 && known.insert(address).second) result.push_back(read(file, address));
  }
  return result;
}

std::vector<Tracepoint> read_tracepoints(const ElfFile& file) {
  auto result = read_table(file, "lttng_ust_tracepoints_ptrs", read_new);
  if (!result.empty() || is_kernel(file)) return result;
  return read_table(file, "__tracepoints_ptrs", read_old);
}

}  // namespace

std::vector<FoundSite> read_lttng_tracepoints(const ElfFile& file) {
  std::vector<FoundSite> sites;
  const std::vector<Tracepoint> tracepoints = read_tracepoints(file);
  std::vector<std::uint64_t> states, objects;
  for (const Tracepoint& tracepoint : tracepoints) {
    states.push_back(tracepoint.state);
    objects.push_back(tracepoint.address);
  }
  const auto reads = find_state_reads(file, states, objects);
  for (const Tracepoint& tracepoint : tracepoints) {
    FoundSite site;
    site.kind = SiteKind::lttng;
    site.provider = tracepoint.provider;
    site.name = tracepoint.event;
    site.state = tracepoint.state;
    // Not equal_range: clang 14 does not compile libstdc++ 12's subrange.
    const std::span own(std::ranges::lower_bound(reads, tracepoint.state, {}, &StateRead::state),
                        std::ranges::upper_bound(reads, tracepoint.state, {}, &StateRead::state));
    for (const StateRead& read : own) {
      sites.push_back(site);
      sites.back().address = read.address;
      if (read.guessed) {
        sites.back().notes.push_back(
            "in no function of the symbol table: its first byte is a guess");
      }
    }
    if (!own.empty()) continue;
    site.notes.push_back(file.machine() == Machine::x86_64
                             ? "no code of this file was found to read its state"
                             : "code that reads its state is not looked for on arm64");
    sites.push_back(std::move(site));
  }
  return sites;
}

}  // namespace tracetoll
