#include "dwarf_arguments.hpp"

#include <optional>

#include "argument_text.hpp"
#include "expression.hpp"
#include "scope.hpp"
#include "word.hpp"

namespace tracetoll::patch {

struct DwarfArguments::State {
  State(Dwarf* dwarf_data, Elf* code, std::int64_t loaded_at) : dwarf(dwarf_data), bias(loaded_at) {
    if (dwarf == nullptr) return;
    units.emplace(dwarf);
    debug_frames = dwarf_getcfi(dwarf);
    if (code != nullptr) frames.reset(dwarf_getcfi_elf(code));
  }

  struct EndFrames {
    void operator()(Dwarf_CFI* table) const { dwarf_cfi_end(table); }
  };

  Dwarf* dwarf;
  std::int64_t bias;
  std::optional<Units> units;
  std::unique_ptr<Dwarf_CFI, EndFrames> frames;
  Dwarf_CFI* debug_frames = nullptr;
};

DwarfArguments::DwarfArguments(Dwarf* dwarf, Elf* code, std::int64_t bias)
    : state_(std::make_unique<State>(dwarf, code, bias)) {}
DwarfArguments::~DwarfArguments() = default;

std::vector<FoundArgument> DwarfArguments::find(std::uint64_t address, const std::string& source) {
  std::unique_ptr<Scope> scope;
  if (state_->units) scope = Scope::at(state_->dwarf, *state_->units, address);
  std::vector<FoundArgument> result;
  for (std::string& text : split_arguments(source)) {
    FoundArgument& found = result.emplace_back();
    found.source = std::move(text);
    if (!scope) {
      found.missing = {Missing::Why::no_debug_data, state_->dwarf == nullptr
                                                        ? "the file has no debug data (-g)"
                                                        : "its function has no debug data (-g)"};
      continue;
    }
    Place place;
    place.address = address;
    place.bias = state_->bias;
    place.frames = state_->frames.get();
    place.debug_frames = state_->debug_frames;
    place.function = scope->function();
    try {
      found.place = find_argument(found.source, *scope, place);
    } catch (const Missing& missing) {
      found.missing = missing;
    }
  }
  return result;
}

std::string place_text(const Argument& argument) {
  const auto at = [](const std::string& base, std::int64_t offset) {
    return (offset == 0 && !base.empty() ? "" : std::to_string(offset)) +
           (base.empty() ? "" : "(" + base + ")");
  };
  const std::string base = argument.number < 0 ? "" : register_name(argument.number);
  const std::string pointer = at(base, argument.offset);
  switch (argument.in) {
    case Argument::In::constant:
      return "constant " + std::to_string(argument.offset);
    case Argument::In::general_register:
      return base;
    case Argument::In::vector_register:
      return register_name(argument.number + 17);
    case Argument::In::memory:
      return pointer;
    case Argument::In::address:
      return "&" + pointer;
    case Argument::In::absolute_memory:
      return at("", argument.offset);
    case Argument::In::dereferenced:
      return at(pointer, argument.second_offset);
    case Argument::In::pointer_sum:
      return "&" + at(pointer, argument.second_offset);
  }
  return "";
}

}  // namespace tracetoll::patch
