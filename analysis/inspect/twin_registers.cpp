// What a site does to the registers around it: saves at the entry, spills, the frame.

#include <fmt/format.h>

#include <algorithm>

#include "twin_causes.hpp"

namespace tracetoll {

namespace {

std::vector<std::uint64_t> saves_of(const TwinFunction& function) {
  return hot_addresses(function, [](const Instruction& i) { return i.saved != 0; });
}

void add_saves(const TwinFunction& before, const TwinFunction& after,
               std::vector<TwinCause>& causes) {
  const int old_entry = before.shape.entry_saves;
  const int new_entry = after.shape.entry_saves;
  const int entry = new_entry - old_entry;
  if (entry != 0) {
    std::string words =
        new_entry == 0
            ? fmt::format("saves no callee-saved register on every path to a return; before, {}",
                          old_entry)
            : fmt::format("saves {} on every path to a return, {} before",
                          counted(new_entry, "callee-saved register"), old_entry);
    if (old_entry == 0 && before.shape.early_exit) {
      words = fmt::format(
          "saves {} on every path to a return; before, a path returned without saving "
          "any: shrink-wrapping is lost",
          counted(new_entry, "callee-saved register"));
    } else if (new_entry == 0 && after.shape.early_exit) {
      words = fmt::format(
          "a path now returns without saving any register; before, every path saved {}", old_entry);
    }
    causes.push_back(
        {CauseKind::entry_saves, toll_of(entry), words, saves_of(before), saves_of(after)});
  }
  // Where the entry's saves are all of it, they have been told.
  const int saves = after.shape.hot.saves - before.shape.hot.saves;
  if (saves == 0 || saves == entry) return;
  causes.push_back({CauseKind::saves, toll_of(saves),
                    fmt::format("{} of callee-saved registers on the hot path, {} before",
                                counted(after.shape.hot.saves, "save"), before.shape.hot.saves),
                    saves_of(before), saves_of(after)});
}

std::vector<std::uint64_t> spills_of(const TwinFunction& function, Machine machine) {
  const Registers& registers = tracetoll::registers(machine);
  const bool frame = std::ranges::any_of(function.code, &Instruction::frame_pointer);
  return hot_addresses(function, [&](const Instruction& i) {
    if (!i.reads_memory && !i.writes_memory) return false;
    if (i.saved != 0 || i.restored != 0) return false;
    return i.base == registers.stack || (frame && i.base == registers.frame);
  });
}

void add_spills(const TwinFunction& before, const TwinFunction& after, Machine machine,
                std::vector<TwinCause>& causes) {
  const CodeFigures& was = before.shape.hot;
  const CodeFigures& is = after.shape.hot;
  const int loads = is.stack_loads - was.stack_loads;
  const int stores = is.stack_stores - was.stack_stores;
  if (loads == 0 && stores == 0) return;
  // Copies of an unrolled body have their spills each, and run them as often as the one of a loop.
  const Toll toll = same_loops(before, after) ? toll_of(loads + stores) : Toll::open;
  causes.push_back({CauseKind::spills, toll,
                    fmt::format("the hot path has {} and {} through the stack or frame pointer, {} "
                                "and {} before",
                                counted(is.stack_loads, "read"), counted(is.stack_stores, "write"),
                                was.stack_loads, was.stack_stores),
                    spills_of(before, machine), spills_of(after, machine)});
}

// The depth of the stack on the hot path and in all: where only the latter differs, a dormant site
// costs nothing by it.
void add_fixed_frame(const TwinFunction& before, const TwinFunction& after,
                     std::vector<TwinCause>& causes) {
  const std::int64_t was = before.shape.frame_bytes;
  const std::int64_t is = after.shape.frame_bytes;
  const bool known = before.hot_frame_bytes && after.hot_frame_bytes;
  const std::int64_t old_hot = before.hot_frame_bytes.value_or(0);
  const std::int64_t new_hot = after.hot_frame_bytes.value_or(0);
  if (was == is && (!known || old_hot == new_hot)) return;
  std::string words =
      fmt::format("its frame has {}, pushes among them; {} before", counted(is, "byte"), was);
  if (known && old_hot == new_hot) {
    words += fmt::format(": off the hot path, which has {} of it as before", new_hot);
  } else if (known && (old_hot != was || new_hot != is)) {
    words += fmt::format("; the hot path has {} of it, {} before", new_hot, old_hot);
  }
  const bool hot_alone = known && old_hot != new_hot;
  const auto drops = [&](const TwinFunction& function) {
    std::vector<std::uint64_t> result;
    for (const Instruction& instruction : function.code) {
      if (instruction.stack_drop <= 0) continue;
      if (!hot_alone || function.hot(instruction)) result.push_back(instruction.address);
    }
    return result;
  };
  causes.push_back({CauseKind::frame, known ? toll_of(new_hot - old_hot) : Toll::open, words,
                    drops(before), drops(after)});
}

void add_frame(const TwinFunction& before, const TwinFunction& after,
               std::vector<TwinCause>& causes) {
  const bool varies = after.shape.variable_frame;
  if (varies == before.shape.variable_frame) {
    add_fixed_frame(before, after, causes);
    return;
  }
  const auto drops = [](const TwinFunction& function) {
    return hot_addresses(function, [](const Instruction& i) { return i.stack_drop > 0; });
  };
  causes.push_back({CauseKind::frame, varies ? Toll::more : Toll::less,
                    varies ? "the size of its frame is known only at run time (alloca, or an "
                             "aligned stack); before, it was fixed"
                           : "the size of its frame is fixed; before, it was known only at run "
                             "time",
                    drops(before), drops(after)});
}

}  // namespace

void add_register_causes(const TwinFunction& before, const TwinFunction& after, Machine machine,
                         std::vector<TwinCause>& causes) {
  add_saves(before, after, causes);
  add_spills(before, after, machine, causes);
  add_frame(before, after, causes);
}

}  // namespace tracetoll
