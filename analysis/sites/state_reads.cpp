#include "state_reads.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "function_table.hpp"
#include "known_addresses.hpp"
#include "section_records.hpp"

namespace tracetoll {

namespace {

using Addresses = std::set<std::uint64_t>;

constexpr std::uint64_t kLongestFunction = std::uint64_t{1} << 20;
constexpr int kStateBytes = 4;

// Calls found(address of the displacement) where four bytes of code, taken for the displacement of
// a rip-relative operand, lead to one of the addresses. 0, 1 or 4 bytes of an immediate follow:
// `cmpl $0,x(%rip)` has 1.
template <typename Found>
void find_displacements(const Section& section, const std::vector<std::uint64_t>& addresses,
                        Found found) {
  const auto bytes = section.bytes;
  const std::uint64_t lowest = addresses.front();
  const std::uint64_t range = addresses.back() - lowest;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at++) {
    const auto displacement =
        static_cast<std::uint64_t>(std::int64_t{number_at<std::int32_t>(bytes, at)});
    for (const std::uint64_t immediate : {0, 1, 4}) {
      const std::uint64_t target = section.address + at + 4 + immediate + displacement;
      if (target - lowest > range || !std::ranges::binary_search(addresses, target)) continue;
      found(section.address + at);
      break;
    }
  }
}

// Where control goes from each instruction, inside the function.
std::vector<std::vector<std::size_t>> successors(std::span<const Instruction> code) {
  std::vector<std::vector<std::size_t>> result(code.size());
  const auto index_of = [&](std::uint64_t address) {
    const auto found = std::ranges::lower_bound(code, address, {}, &Instruction::address);
    const bool exact = found != code.end() && found->address == address;
    return exact ? static_cast<std::size_t>(found - code.begin()) : code.size();
  };
  for (std::size_t i = 0; i < code.size(); i++) {
    const Flow flow = code[i].flow;
    const bool jumps = flow == Flow::conditional || flow == Flow::jump;
    if (flow == Flow::next || flow == Flow::call || flow == Flow::conditional) {
      result[i].push_back(index_of(code[i].end()));
    }
    if (jumps && code[i].target) result[i].push_back(index_of(*code[i].target));
    std::erase(result[i], code.size());
  }
  return result;
}

void reads_of_function(const Function& function, const std::vector<Instruction>& code,
                       const Addresses& states, const Addresses& held,
                       std::vector<StateRead>& result) {
  const auto next = successors(code);
  std::vector<bool> has_predecessor(code.size(), false);
  for (const auto& to : next) {
    for (const std::size_t i : to) has_predecessor[i] = true;
  }
  std::size_t entry = code.size();
  std::vector<std::size_t> orphans;
  for (std::size_t i = 0; i < code.size(); i++) {
    if (code[i].address == function.parts[0].begin) entry = i;
    if (!has_predecessor[i]) orphans.push_back(i);
  }
  const KnownAddresses known(code, held, entry, orphans, [&](std::size_t i) { return next[i]; });
  for (std::size_t i = 0; i < code.size(); i++) {
    if (!code[i].reads_memory || code[i].memory_bytes != kStateBytes) continue;
    const auto address = known.data_address(i);
    if (address && states.contains(*address)) result.push_back({*address, code[i].address, false});
  }
}

// Of a stripped file. The displacement follows an opcode and a ModRM byte; a prefix before them
// cannot be told from the end of the instruction before.
void read_around(const ElfFile& file, const Disassembler& disassembler, std::uint64_t displacement,
                 const Addresses& states, std::vector<StateRead>& result) {
  const std::uint64_t address = displacement - 2;
  const auto code = code_at(file, address, 15);
  if (code.empty()) return;
  const Instruction first = disassembler.decode(code, address)[0];
  if (first.reads_memory && first.memory_bytes == kStateBytes && first.data_address &&
      states.contains(*first.data_address)) {
    result.push_back({*first.data_address, address, true});
  }
}

}  // namespace

std::vector<StateRead> find_state_reads(const ElfFile& file,
                                        const std::vector<std::uint64_t>& states,
                                        const std::vector<std::uint64_t>& objects) {
  std::vector<StateRead> result;
  if (states.empty() || file.machine() != Machine::x86_64) return result;
  const Addresses wanted(states.begin(), states.end());
  Addresses held = wanted;
  held.insert(objects.begin(), objects.end());
  const FunctionTable functions(file);
  const Disassembler disassembler;
  std::set<const Function*> readers;
  for (const Section& section : file.sections()) {
    if (!section.executable || !section.loaded) continue;
    find_displacements(section, {held.begin(), held.end()}, [&](std::uint64_t displacement) {
      const Function* function = functions.at(displacement);
      if (function != nullptr) {
        readers.insert(function);
      } else {
        read_around(file, disassembler, displacement, wanted, result);
      }
    });
  }
  for (const Function* function : readers) {
    if (function->bytes() > kLongestFunction) {
      file.fail("function " + function->name() + " is too long");
    }
    reads_of_function(*function, functions.decode(*function), wanted, held, result);
  }
  std::ranges::sort(result, {},
                    [](const StateRead& read) { return std::tuple(read.state, read.address); });
  return result;
}

}  // namespace tracetoll
