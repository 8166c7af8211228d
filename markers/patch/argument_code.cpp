#include "argument_code.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "attachment.hpp"
#include "machine_code.hpp"
#include "stub_layout.h"

// Arguments are loaded from what stub_common.S saved, so the order does not matter: no register
// that is written here is read here. But for %rbx, %r12 to %r15, which are as at the site, and
// vector registers, which are put into the red zone first. Free to use: %rax and %r11. %r10 has the
// attachment.

namespace tracetoll::patch {
namespace {

constexpr Register kIntegers[] = {kRdx, kRcx, kR8, kR9};
constexpr std::size_t kFloats = 8;
constexpr int kReturnAddress = 8;
constexpr std::size_t kRedZone = 128;
constexpr Extension kWhole = {8, false};

// A register at the site, by DWARF's number.
constexpr int kUnchanged = 1;
struct SiteRegister {
  Register number;
  int saved;  // its place from %rbp, or kUnchanged
};
constexpr SiteRegister kSite[] = {
    {kRax, TT_SAVED_RAX}, {kRdx, TT_SAVED_RDX}, {kRcx, TT_SAVED_RCX}, {kRbx, kUnchanged},
    {kRsi, TT_SAVED_RSI}, {kRdi, TT_SAVED_RDI}, {kRbp, TT_SAVED_RBP}, {kRsp, kUnchanged},
    {kR8, TT_SAVED_R8},   {kR9, TT_SAVED_R9},   {kR10, TT_SAVED_R10}, {kR11, TT_SAVED_R11},
    {kR12, kUnchanged},   {kR13, kUnchanged},   {kR14, kUnchanged},   {kR15, kUnchanged},
};

bool fits(std::int64_t value) {
  return value == static_cast<std::int32_t>(value);
}

Extension extension(const Argument& argument) {
  return {argument.size, argument.is_signed};
}

// What a constant is in a register, cut to its size and extended.
std::uint64_t extended(const Argument& argument) {
  const int unused = 64 - 8 * argument.size;
  const auto shifted = static_cast<std::uint64_t>(argument.offset) << unused;
  return argument.is_signed
             ? static_cast<std::uint64_t>(static_cast<std::int64_t>(shifted) >> unused)
             : shifted >> unused;
}

int red_zone_slot(std::size_t position) {
  return -8 * (static_cast<int>(position) + 1);
}

bool needs_register(const Argument& argument) {
  switch (argument.in) {
    case Argument::In::constant:
    case Argument::In::absolute_memory:
      return false;
    case Argument::In::dereferenced:
    case Argument::In::pointer_sum:
      return argument.number >= 0;
    default:
      return true;
  }
}

void check(const Argument& argument, std::size_t position) {
  const auto refuse = [&](const std::string& what) {
    throw PatchError{"argument " + std::to_string(position + 1) + " of the probe: " + what};
  };
  const int size = argument.size;
  if (size != 1 && size != 2 && size != 4 && size != 8)
    refuse("its size is " + std::to_string(size) + "; probes take 1, 2, 4 and 8 bytes");
  if (argument.is_float && size < 4) refuse("no float has " + std::to_string(size) + " bytes");
  if (needs_register(argument) && (argument.number < 0 || argument.number > 15))
    refuse("there is no register " + std::to_string(argument.number));
  if (argument.in == Argument::In::general_register &&
      (argument.offset < 0 || argument.offset + size > 8))
    refuse("it is not within its register");
}

class Generator {
 public:
  Generator(const std::vector<Argument>& arguments, bool variadic)
      : arguments_(arguments), variadic_(variadic) {}

  ArgumentCode generate() {
    code_.endbr64();
    keep_vectors();
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      arguments_[i].is_float ? pass_float(i) : pass_integer(i);
    if (variadic_) code_.move(kRax, floats_);  // it is told how many vector registers are used
    code_.jump_through(kR10, TT_ATTACHMENT_PROBE);
    return {code_.bytes(), (8 * on_stack_ + 15) / 16 * 16};
  }

 private:
  void keep_vectors() {
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].in == Argument::In::vector_register)
        code_.store_vector(kRsp, red_zone_slot(i), static_cast<std::uint8_t>(arguments_[i].number));
  }

  void pass_integer(std::size_t position) {
    if (integers_ < std::size(kIntegers)) return load_value(kIntegers[integers_++], position);
    load_value(kRax, position);
    push_rax();
  }

  void pass_float(std::size_t position) {
    load_value(kRax, position);
    const bool promoted = variadic_ && arguments_[position].size == 4;
    if (floats_ < kFloats) {
      const auto to = static_cast<std::uint8_t>(floats_++);
      code_.move_to_vector(to, kRax);
      if (promoted) code_.float_to_double(to);
      return;
    }
    if (promoted) {
      constexpr std::uint8_t kFree = 15;
      code_.move_to_vector(kFree, kRax);
      code_.float_to_double(kFree);
      code_.move_from_vector(kRax, kFree);
    }
    push_rax();
  }

  void push_rax() {
    code_.store(kRsp, kReturnAddress + 8 * static_cast<int>(on_stack_), kRax);
    ++on_stack_;
  }

  // A whole register of the site.
  void load_register(Register to, int number) {
    const SiteRegister& site = kSite[number];
    if (site.number == kRsp) return code_.load_address(to, kRbp, TT_SITE_STACK);
    if (site.saved != kUnchanged) return code_.load(to, kRbp, site.saved, kWhole);
    code_.move(to, site.number);
  }

  // From its byte `offset` on.
  void load_part(Register to, int number, std::int64_t offset, Extension as) {
    const SiteRegister& site = kSite[number];
    if (site.saved != kUnchanged)
      return code_.load(to, kRbp, site.saved + static_cast<int>(offset), as);
    load_register(kR11, number);
    if (offset != 0) code_.shift_right(kR11, static_cast<std::uint8_t>(8 * offset));
    code_.extend(to, kR11, as);
  }

  // What is in memory at `offset` from a register that is free to change.
  void load_from(Register to, Register base, std::int64_t offset, Extension as) {
    if (fits(offset)) return code_.load(to, base, static_cast<std::int32_t>(offset), as);
    const Register sum = base == kRax ? kR11 : kRax;
    code_.move(sum, static_cast<std::uint64_t>(offset));
    code_.add(base, sum);
    code_.load(to, base, 0, as);
  }

  void load_value(Register to, std::size_t position) {
    const Argument& argument = arguments_[position];
    const Extension as = extension(argument);
    switch (argument.in) {
      case Argument::In::constant:
        return code_.move(to, extended(argument));
      case Argument::In::vector_register:
        return code_.load(to, kRsp, red_zone_slot(position), as);
      case Argument::In::general_register:
        return load_part(to, argument.number, argument.offset, as);
      case Argument::In::memory:
        load_register(kR11, argument.number);
        return load_from(to, kR11, argument.offset, as);
      case Argument::In::address:
        load_register(kR11, argument.number);
        code_.move(kRax, static_cast<std::uint64_t>(argument.offset));
        code_.add(kR11, kRax);
        return code_.extend(to, kR11, as);
      case Argument::In::absolute_memory:
        code_.move(kR11, static_cast<std::uint64_t>(argument.offset));
        return code_.load(to, kR11, 0, as);
      case Argument::In::dereferenced:
        load_pointer(argument);
        return load_from(to, kR11, argument.second_offset, as);
      case Argument::In::pointer_sum:
        load_pointer(argument);
        code_.move(kRax, static_cast<std::uint64_t>(argument.second_offset));
        code_.add(kR11, kRax);
        return code_.extend(to, kR11, as);
    }
  }

  // Into %r11: what is in memory at `offset` from a register, or from nothing.
  void load_pointer(const Argument& argument) {
    if (argument.number < 0) {
      code_.move(kR11, static_cast<std::uint64_t>(argument.offset));
      return code_.load(kR11, kR11, 0, kWhole);
    }
    load_register(kR11, argument.number);
    load_from(kR11, kR11, argument.offset, kWhole);
  }

  const std::vector<Argument>& arguments_;
  bool variadic_;
  MachineCode code_;
  std::size_t integers_ = 0;
  std::size_t floats_ = 0;
  std::size_t on_stack_ = 0;
};

}  // namespace

bool has_float(const std::vector<Argument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& argument) { return argument.is_float; });
}

ArgumentCode argument_code(const std::vector<Argument>& arguments, bool variadic) {
  if (arguments.size() > kRedZone / 8)
    throw PatchError{"a probe takes at most " + std::to_string(kRedZone / 8) + " arguments"};
  for (std::size_t i = 0; i < arguments.size(); ++i) check(arguments[i], i);
  return Generator(arguments, variadic).generate();
}

}  // namespace tracetoll::patch
