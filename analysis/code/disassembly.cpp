#include "disassembly.hpp"

#include <algorithm>
#include <utility>

#include "capstone_handle.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kMostReserved = 1 << 20;  // beyond it a vector may grow, if it has to

}  // namespace

struct Disassembler::Handle {
  explicit Handle(Machine of) : machine(of), capstone(of, Capstone::For::facts) {}

  Machine machine;
  Capstone capstone;
};

Disassembler::Disassembler(Machine machine) : handle_(std::make_unique<Handle>(machine)) {}

Disassembler::~Disassembler() = default;

Machine Disassembler::machine() const {
  return handle_->machine;
}

void Disassembler::for_each(std::span<const std::uint8_t> bytes, std::uint64_t address,
                            const std::function<void(Instruction)>& visit) const {
  const auto next = handle_->machine == Machine::x86_64 ? next_x86 : next_arm64;
  while (!bytes.empty()) {
    Instruction found = next(handle_->capstone, bytes, address);
    const auto size = static_cast<std::size_t>(found.size);
    visit(std::move(found));
    bytes = bytes.subspan(size);
    address += size;
  }
}

std::vector<Instruction> Disassembler::decode(std::span<const std::uint8_t> bytes,
                                              std::uint64_t address) const {
  std::vector<Instruction> result;
  result.reserve(std::min(bytes.size() / 3 + 1, kMostReserved));
  for_each(bytes, address, [&](Instruction next) { result.push_back(std::move(next)); });
  return result;
}

}  // namespace tracetoll
