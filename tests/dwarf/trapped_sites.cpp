#include "trapped_sites.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <sstream>

#include "patch/dwarf/argument_text.hpp"
#include "patch/dwarf/find_arguments.hpp"

namespace tracetoll::testing {

namespace {

using patch::Argument;
using In = Argument::In;

constexpr std::size_t kNop = 5;

struct Trap {
  std::size_t site;
  std::vector<Argument> arguments;
};
std::map<std::uintptr_t, Trap> traps;
std::vector<TrappedSite>* trapped = nullptr;

std::int64_t general(const mcontext_t& machine, int number) {
  static constexpr std::array<int, 16> kRegisters = {
      REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return machine.gregs[kRegisters.at(static_cast<std::size_t>(number))];
}

std::int64_t memory(std::int64_t address, int size) {
  std::int64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), static_cast<std::size_t>(size));
  return value;
}

std::int64_t value_at(const Argument& argument, const mcontext_t& machine) {
  const auto base = [&] { return argument.number < 0 ? 0 : general(machine, argument.number); };
  std::int64_t value = argument.offset;
  switch (argument.in) {
    case In::constant:
      break;
    case In::general_register:
      value = base();
      break;
    case In::vector_register:
      std::memcpy(&value, &machine.fpregs->_xmm[argument.number], sizeof value);
      break;
    case In::address:
      value += base();
      break;
    case In::memory:
      value = memory(base() + argument.offset, argument.size);
      break;
    case In::absolute_memory:
      value = memory(argument.offset, argument.size);
      break;
    case In::dereferenced:
      value = memory(memory(base() + argument.offset, 8) + argument.second_offset, argument.size);
      break;
    case In::pointer_sum:
      value = memory(base() + argument.offset, 8) + argument.second_offset;
      break;
  }
  const int unused = 64 - 8 * argument.size;
  const auto up = static_cast<std::uint64_t>(value) << unused;
  return argument.is_signed ? static_cast<std::int64_t>(up) >> unused
                            : static_cast<std::int64_t>(up >> unused);
}

void on_trap(int, siginfo_t*, void* context) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  const auto address = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]) - 1;
  const auto trap = traps.find(address);
  if (trap == traps.end()) _exit(99);
  std::vector<std::int64_t>& values = (*trapped)[trap->second.site].values.emplace_back();
  for (const Argument& argument : trap->second.arguments)
    values.push_back(value_at(argument, machine));
  machine.gregs[REG_RIP] = static_cast<greg_t>(address + kNop);
}

// The page may be the one that this code is in: it must stay executable.
void write_byte(std::uintptr_t address, unsigned char byte) {
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  ASSERT_GE(memory, 0);
  EXPECT_EQ(pwrite(memory, &byte, 1, static_cast<off_t>(address)), 1);
  close(memory);
}

// A field of a record: its own address + what it holds.
std::uintptr_t target(const int& field) {
  return reinterpret_cast<std::uintptr_t>(&field) +
         static_cast<std::uintptr_t>(std::intptr_t{field});
}
const char* text(const int& field) {
  return reinterpret_cast<const char*>(target(field));
}

}  // namespace

std::vector<TrappedSite> trap_sites(const tt_site* begin, const tt_site* end,
                                    const std::string& path, std::uintptr_t bias, void (*run)()) {
  std::vector<TrappedSite> result;
  patch::ArgumentFinder finder(path, bias);
  traps.clear();
  for (const tt_site* site = begin; site != end; ++site) {
    TrappedSite& one = result.emplace_back();
    one.name = text(site->name);
    const std::string source = reinterpret_cast<const tt_marker*>(target(site->marker))->arguments;
    const std::vector<std::string> sources = dwarf::split_arguments(source);
    std::istringstream entries(text(site->arguments));
    std::vector<std::size_t> missing;
    std::size_t count = 0;
    for (std::string entry; entries >> entry; count++) {
      if (entry != "?") continue;
      missing.push_back(count);
      one.sources.push_back(sources.at(count));
    }
    const auto nop = target(site->code_end) - kNop;
    Trap trap{result.size() - 1, {}};
    try {
      trap.arguments = finder.find(one.name, nop, source, count, missing);
    } catch (const patch::PatchError& error) {
      one.problem = error.message;
      continue;
    }
    traps.emplace(nop, std::move(trap));
  }
  trapped = &result;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &before);
  for (const auto& [address, trap] : traps) write_byte(address, 0xcc);
  run();
  for (const auto& [address, trap] : traps) write_byte(address, 0x0f);
  sigaction(SIGTRAP, &before, nullptr);
  trapped = nullptr;
  return result;
}

std::map<std::string, std::int64_t> values_of(const std::vector<TrappedSite>& sites,
                                              const std::string& name) {
  std::map<std::string, std::int64_t> result;
  for (const TrappedSite& site : sites) {
    if (site.name != name || site.values.empty()) continue;
    for (std::size_t i = 0; i < site.sources.size(); i++)
      result[site.sources[i]] = site.values[0][i];
    return result;
  }
  for (const TrappedSite& site : sites) {
    if (site.name == name) ADD_FAILURE() << name << " was not hit: " << site.problem;
  }
  return result;
}

}  // namespace tracetoll::testing
