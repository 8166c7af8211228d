#include "disassembly.hpp"

#include <stdexcept>

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

struct Disassembler::Handle {
  csh capstone = 0;
  cs_insn* scratch = nullptr;
};

Disassembler::Disassembler(Machine machine) : handle_(std::make_unique<Handle>()) {
  if (machine != Machine::x86_64) throw std::runtime_error("arm64 is not decoded yet");
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_->capstone) != CS_ERR_OK) {
    throw std::runtime_error("Capstone does not support x86");
  }
  cs_option(handle_->capstone, CS_OPT_DETAIL, CS_OPT_ON);
  handle_->scratch = cs_malloc(handle_->capstone);
}

Disassembler::~Disassembler() {
  cs_free(handle_->scratch, 1);
  cs_close(&handle_->capstone);
}

std::vector<Instruction> Disassembler::decode(std::span<const std::uint8_t> bytes,
                                              std::uint64_t address) const {
  std::vector<Instruction> result;
  while (!bytes.empty()) {
    result.push_back(next_x86(handle_->capstone, handle_->scratch, bytes, address));
    const auto size = static_cast<std::size_t>(result.back().size);
    bytes = bytes.subspan(size);
    address += size;
  }
  return result;
}

}  // namespace tracetoll
