#include "disassembly.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "capstone_handle.hpp"

namespace tracetoll {

Instruction unknown_instruction(std::uint64_t address, int size) {
  Instruction result;
  result.address = address;
  result.size = size;
  result.mnemonic = "unknown";
  result.unknown = true;
  result.flow = Flow::stop;
  return result;
}

namespace {

constexpr std::size_t kMostReserved = 1 << 20;  // beyond it a vector may grow, if it has to

}  // namespace

struct Disassembler::Handle {
  explicit Handle(Machine machine_) : machine(machine_) {
    const bool x86 = machine == Machine::x86_64;
    if (cs_open(x86 ? CS_ARCH_X86 : CS_ARCH_ARM64, x86 ? CS_MODE_64 : CS_MODE_ARM, &capstone) !=
        CS_ERR_OK) {
      throw std::runtime_error("Capstone does not support this machine");
    }
    if (x86) cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON);
    scratch = cs_malloc(capstone);
  }
  ~Handle() {
    cs_free(scratch, 1);
    cs_close(&capstone);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  Machine machine;
  csh capstone = 0;
  cs_insn* scratch = nullptr;
};

Disassembler::Disassembler(Machine machine) : handle_(std::make_unique<Handle>(machine)) {}

Disassembler::~Disassembler() = default;

void Disassembler::for_each(std::span<const std::uint8_t> bytes, std::uint64_t address,
                            const std::function<void(Instruction)>& visit) const {
  const auto next = handle_->machine == Machine::x86_64 ? next_x86 : next_arm64;
  while (!bytes.empty()) {
    Instruction found = next(handle_->capstone, handle_->scratch, bytes, address);
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
