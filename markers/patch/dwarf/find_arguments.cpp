#include "find_arguments.hpp"

#include <optional>
#include <utility>

#include "debug_data.hpp"
#include "dwarf_arguments.hpp"

namespace tracetoll::patch {

struct ArgumentFinder::State {
  std::string path;
  std::uintptr_t bias;
  std::string debug_root;
  std::optional<DebugData> data;
  std::optional<DwarfArguments> arguments;
};

ArgumentFinder::ArgumentFinder(std::string path, std::uintptr_t bias, std::string debug_root)
    : state_(std::make_unique<State>()) {
  state_->path = std::move(path);
  state_->bias = bias;
  state_->debug_root = std::move(debug_root);
}
ArgumentFinder::~ArgumentFinder() = default;

std::vector<Argument> ArgumentFinder::find(const std::string& site, std::uintptr_t address,
                                           const std::string& source, std::size_t count,
                                           const std::vector<std::size_t>& missing) {
  State& state = *state_;
  if (!state.arguments) {
    if (!state.data) state.data.emplace(state.path, state.debug_root);
    if (state.data->dwarf() == nullptr) {
      throw PatchError{site + ": where its arguments (" + source + ") are is not known: " +
                       state.data->absent() + ": compile with -g, or write keep(...) around each"};
    }
    state.arguments.emplace(state.data->dwarf(), state.data->code(),
                            static_cast<std::int64_t>(state.bias));
  }
  const std::vector<FoundArgument> found = state.arguments->find(address - state.bias, source);
  if (found.size() != count) {
    throw PatchError{site + ": its source names " + std::to_string(found.size()) + " arguments (" +
                     source + "), and its record " + std::to_string(count)};
  }
  std::vector<Argument> result;
  std::string lost, kept;
  for (const std::size_t position : missing) {
    const FoundArgument& one = found.at(position);
    if (one.place) {
      result.push_back(*one.place);
      continue;
    }
    lost += (lost.empty() ? "" : "; ") + one.source + ": " + one.missing.reason;
    kept += (kept.empty() ? "keep(" : ", keep(") + one.source + ")";
  }
  if (!lost.empty())
    throw PatchError{site + ": an argument cannot be found there: " + lost + ": write " + kept};
  return result;
}

}  // namespace tracetoll::patch
