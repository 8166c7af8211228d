// USDT probes: the notes that sys/sdt.h leaves in .note.stapsdt.
//
// A note is three 32-bit numbers (size of its name, size of its description, type), then both, each
// padded to four bytes. The name is "stapsdt", the type 3. The description: the address of the
// probe, that of .stapsdt.base when the file was linked, that of its semaphore or 0, each of 64
// bits; then provider, name and arguments, each ended by a NUL.
//
// The section is not loaded, so nobody corrects the addresses when the file is moved after linking
// (prelink). .stapsdt.base is loaded: how far it has moved is how far all have, the semaphore too
// (gdb's stap-probe.c; https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation).
#include <elf.h>

#include <algorithm>
#include <map>

#include "found_site.hpp"
#include "sdt_operands.hpp"
#include "section_records.hpp"

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint32_t kType = 3;
constexpr std::string_view kOwner{"stapsdt\0", 8};
constexpr std::size_t kHeader = 12;

std::string_view view(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class NoteReader {
 public:
  explicit NoteReader(const ElfFile& file) : file_(file), base_(file.section(".stapsdt.base")) {}

  void read(Bytes notes);
  std::vector<FoundSite> take() { return std::move(sites_); }

 private:
  Bytes part(Bytes& rest, std::uint64_t size) const;
  std::string_view text(std::string_view& rest, bool may_lack_end, FoundSite& site) const;
  void add(Bytes description);
  void correct(std::uint64_t base, FoundSite& site) const;

  const ElfFile& file_;
  const Section* base_;
  std::vector<FoundSite> sites_;
};

// The next part of a note, taken off with its padding, which the last one may lack.
Bytes NoteReader::part(Bytes& rest, std::uint64_t size) const {
  if (size > rest.size()) file_.fail("section .note.stapsdt ends inside a note");
  const Bytes result = rest.first(size);
  rest = rest.subspan(std::min<std::uint64_t>((size + 3) / 4 * 4, rest.size()));
  return result;
}

void NoteReader::read(Bytes rest) {
  while (!rest.empty()) {
    const Bytes header = part(rest, kHeader);
    const Bytes owner = part(rest, number_at<std::uint32_t>(header, 0));
    const Bytes description = part(rest, number_at<std::uint32_t>(header, 4));
    if (view(owner) == kOwner && number_at<std::uint32_t>(header, 8) == kType) add(description);
  }
}

std::string_view NoteReader::text(std::string_view& rest, bool may_lack_end,
                                  FoundSite& site) const {
  const auto end = rest.find('\0');
  if (end == rest.npos) {
    if (!may_lack_end) file_.fail("a note of .note.stapsdt ends inside its names");
    site.notes.push_back("its arguments have no end of their own");
  }
  const std::string_view result = rest.substr(0, end);
  rest.remove_prefix(std::min(result.size() + 1, rest.size()));
  return result;
}

void NoteReader::add(Bytes description) {
  constexpr std::size_t kAddresses = 24;
  if (description.size() < kAddresses) file_.fail("a note of .note.stapsdt is too short");
  FoundSite site;
  site.kind = SiteKind::sdt;
  site.address = number_at<std::uint64_t>(description, 0);
  if (const auto semaphore = number_at<std::uint64_t>(description, 16)) site.state = semaphore;
  std::string_view rest = view(description.subspan(kAddresses));
  site.provider = text(rest, false, site);
  site.name = text(rest, false, site);
  // A lone colon stands for no arguments (libbpf's usdt.c and perf take it so).
  const std::string_view arguments = text(rest, true, site);
  if (!arguments.starts_with(':')) {
    Operands operands = parse_operands(arguments, file_.machine());
    site.operands = std::move(operands.list);
    std::ranges::move(operands.notes, std::back_inserter(site.notes));
  }
  correct(number_at<std::uint64_t>(description, 8), site);
  sites_.push_back(std::move(site));
}

void NoteReader::correct(std::uint64_t base, FoundSite& site) const {
  if (site.address == 0) {
    site.notes.push_back("address 0: the linker dropped the code that the probe stood in");
    return;
  }
  if (base_ == nullptr || base == 0) {
    site.notes.push_back(
        std::string(base == 0 ? "its base is 0" : "the file has no section .stapsdt.base") +
        ": the address is as linked, and wrong if the file was moved since (prelink)");
  } else {
    site.address += base_->address - base;
    if (site.state) *site.state += base_->address - base;
  }
  if (!file_.executable(site.address, 1)) {
    site.notes.push_back("no code at its address: dropped by the linker, or in another file");
  }
}

using RelocationsBySection = std::multimap<std::size_t, const Section*>;

RelocationsBySection relocations_of(const ElfFile& file) {
  RelocationsBySection result;
  for (const Section& section : file.sections()) {
    if (section.type == SHT_RELA) result.emplace(section.info, &section);
  }
  return result;
}

}  // namespace

// ElfFile relocates what is loaded; of an object file the notes are left to us.
std::vector<FoundSite> read_sdt_notes(const ElfFile& file) {
  NoteReader reader(file);
  tables_of(file, ".note.stapsdt");  // throws if they overlap
  const auto relocations = file.relocatable() ? relocations_of(file) : RelocationsBySection();
  for (std::size_t i = 0; i < file.sections().size(); i++) {
    const Section& section = file.sections()[i];
    if (section.name != ".note.stapsdt") continue;
    std::vector<std::uint8_t> notes(section.bytes.begin(), section.bytes.end());
    const auto [begin, end] = relocations.equal_range(i);
    for (auto own = begin; own != end; own++) file.relocate(*own->second, notes);
    reader.read(notes);
  }
  return reader.take();
}

}  // namespace tracetoll
