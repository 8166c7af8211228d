#include "operand_places.hpp"

namespace tracetoll {

std::vector<Place> places_of(Machine machine, const std::vector<Operand>& operands,
                             bool has_frame_pointer) {
  const Registers& convention = registers(machine);
  std::vector<Place> result;
  const auto add_register = [&](int reg) {
    if (reg >= 0) result.push_back({Place::Kind::in_register, reg, 0, 8});
  };
  for (const Operand& operand : operands) {
    const bool on_stack =
        operand.reg == convention.stack || (has_frame_pointer && operand.reg == convention.frame);
    switch (operand.place) {
      case Operand::Place::general_register:
      case Operand::Place::vector_register:
        add_register(operand.reg);
        break;
      case Operand::Place::memory:
        if (on_stack && operand.index < 0) {
          result.push_back({Place::Kind::slot, operand.reg, operand.displacement,
                            operand.bytes > 0 ? operand.bytes : 8});
          break;
        }
        if (!on_stack) add_register(operand.reg);
        add_register(operand.index);
        break;
      case Operand::Place::constant:
      case Operand::Place::unknown:
        break;
    }
  }
  return result;
}

}  // namespace tracetoll
