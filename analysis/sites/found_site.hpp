// A site of any kind, as a section of the file describes it. What its code looks like is
// inspect/inspection.hpp's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

enum class SiteKind { tracetoll, sdt, xray, patchable, mcount, jump_label, lttng };
const char* name_of(SiteKind kind);  // as in JSON: "jump_label"

// One argument of a USDT probe: "-4@20(%rsp)".
struct Operand {
  enum class Place { constant, general_register, vector_register, memory, unknown };

  std::string text;  // after the @, as it stands
  int bytes = 0;     // 1, 2, 4 or 8, rarely 10 or 16; 0: the note does not say
  bool is_signed = false;
  bool floating = false;  // newer sdt.h says so: "8f@"
  Place place = Place::unknown;
  std::int64_t constant = 0;
  int reg = -1;    // of a register; the base of memory, -1 if it has none (RegisterSet's numbers)
  int index = -1;  // of memory
  int scale = 1;
  std::int64_t displacement = 0;
  std::string symbol;   // of memory, where the assembler left a name: foo(%rip)
  std::string segment;  // of memory: "fs"
};

const char* name_of(Operand::Place place);  // as in JSON: "register", "vector"

struct FoundSite {
  SiteKind kind = SiteKind::tracetoll;
  std::string provider;       // sdt, lttng; the variant of our own
  std::string name;           // of the marker or probe; what the section calls it ("entry")
  std::uint64_t address = 0;  // the first byte that is patched, or that the marker emits
  std::uint64_t size = 0;     // bytes; 0 where the section does not say: the instruction there
  std::optional<std::uint64_t> state;     // address of what its guard reads: semaphore, marker, key
  std::optional<std::uint64_t> target;    // where it leads when on: jump label
  std::optional<std::uint64_t> function;  // the entry it belongs to: xray, patchable
  std::vector<Operand> operands;
  std::vector<std::string> notes;  // what is wrong with its record, one line each
};

// All sites of a kind, in the order of the section; empty where the file has none. A record that
// cannot be a site throws InputError; one that is merely odd (base 0, an operand that does not
// parse) is a note.
std::vector<FoundSite> read_sdt_notes(const ElfFile& file);
std::vector<FoundSite> read_xray_map(const ElfFile& file);
std::vector<FoundSite> read_patchable_entries(const ElfFile& file);
std::vector<FoundSite> read_mcount_table(const ElfFile& file);
std::vector<FoundSite> read_jump_table(const ElfFile& file);
std::vector<FoundSite> read_lttng_tracepoints(const ElfFile& file);

}  // namespace tracetoll
