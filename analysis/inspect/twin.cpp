#include "twin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "figure_names.hpp"
#include "twin_causes.hpp"

namespace tracetoll {

namespace {

void add_notes(const TwinSide& side, std::vector<std::string>& notes) {
  if (side.function->shape.variable_frame) {
    notes.push_back(
        fmt::format("{}: the frame also grows by what only a run shows (alloca, or a stack aligned "
                    "at run time)",
                    side.file));
  }
  if (const int unread = side.function->sites.unread; unread > 0) {
    notes.push_back(
        fmt::format("{}: the code of {} (of {}) could not be read; what it adds counts as the "
                    "function's own",
                    side.file, counted(unread, "site"), side.function->sites.sites));
  }
}

}  // namespace

bool TwinFunction::hot(const Instruction& instruction) const {
  const auto holds = [&](const CodeRange& range) { return range.contains(instruction.address); };
  return !guarded.contains(instruction.address) && std::ranges::none_of(cold, holds);
}

std::vector<TwinFigure> twin_figures(const FunctionShape& before, const FunctionShape& after) {
  std::vector<TwinFigure> result;
  for (const auto& [name, figure] : kFigureNames) {
    result.push_back({fmt::format("hot_{}", name), before.hot.*figure, after.hot.*figure});
  }
  for (const auto& [name, figure] : kFigureNames) {
    result.push_back({fmt::format("total_{}", name), before.total.*figure, after.total.*figure});
  }
  const auto loops = [](const FunctionShape& shape) {
    return static_cast<std::int64_t>(shape.loops.size());
  };
  result.push_back({"entry_saves", before.entry_saves, after.entry_saves});
  result.push_back({"frame_bytes", before.frame_bytes, after.frame_bytes});
  result.push_back({"loops", loops(before), loops(after)});
  return result;
}

const char* name_of(CauseKind kind) {
  switch (kind) {
    case CauseKind::entry_saves:
      return "entry_saves";
    case CauseKind::saves:
      return "saves";
    case CauseKind::spills:
      return "spills";
    case CauseKind::frame:
      return "frame";
    case CauseKind::unrolling:
      return "unrolling";
    case CauseKind::vectorisation:
      return "vectorisation";
    case CauseKind::conditional_move:
      return "conditional_move";
    case CauseKind::tail_call:
      return "tail_call";
    case CauseKind::inlining:
      return "inlining";
    case CauseKind::calls:
      return "calls";
    case CauseKind::size:
      return "size";
    case CauseKind::out_of_line:
      return "out_of_line";
  }
  return "";
}

const char* name_of(Toll toll) {
  return toll == Toll::more ? "more" : toll == Toll::less ? "less" : "open";
}

Twin twin(const std::string& function, const TwinSide& before, const TwinSide& after) {
  if (before.machine != after.machine) {
    throw InputError(
        fmt::format("{}: it is for {}, and {} for {}: twins are two builds for one "
                    "machine",
                    after.file, name_of(after.machine), before.file, name_of(before.machine)));
  }
  Twin result;
  result.function = function;
  result.before_file = before.file;
  result.after_file = after.file;
  result.in_before = before.function.has_value();
  result.in_after = after.function.has_value();
  if (!result.in_before || !result.in_after) return result;
  result.figures = twin_figures(before.function->shape, after.function->shape);
  result.causes = twin_causes(*before.function, *after.function, before.machine);
  add_notes(before, result.notes);
  add_notes(after, result.notes);
  return result;
}

}  // namespace tracetoll
