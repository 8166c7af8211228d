#include "capstone_handle.hpp"

#include <algorithm>
#include <stdexcept>

namespace tracetoll {

Capstone::Capstone(Machine machine, For use) {
  const bool x86 = machine == Machine::x86_64;
  if (cs_open(x86 ? CS_ARCH_X86 : CS_ARCH_ARM64, x86 ? CS_MODE_64 : CS_MODE_ARM, &handle_) !=
      CS_ERR_OK) {
    throw std::runtime_error("Capstone does not support this machine");
  }
  if (x86 && use == For::facts) cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
  if (x86 && use == For::text) cs_option(handle_, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
  scratch_ = cs_malloc(handle_);
}

Capstone::~Capstone() {
  if (scratch_ != nullptr) cs_free(scratch_, 1);
  cs_close(&handle_);
}

const cs_insn* Capstone::decode(CodeBytes bytes, std::uint64_t address) const {
  // Capstone 4.0.2 reads prefixes to the end of what it is given: of a megabyte of them, from each
  // on all the others. 16 bytes are one more than an instruction has.
  constexpr std::size_t kEnough = 16;
  const std::uint8_t* code = bytes.data();
  std::size_t size = std::min(bytes.size(), kEnough);
  return cs_disasm_iter(handle_, &code, &size, &address, scratch_) ? scratch_ : nullptr;
}

Instruction unknown_instruction(std::uint64_t address, int size) {
  Instruction result;
  result.address = address;
  result.size = size;
  result.mnemonic = "unknown";
  result.unknown = true;
  result.flow = Flow::stop;
  return result;
}

}  // namespace tracetoll
