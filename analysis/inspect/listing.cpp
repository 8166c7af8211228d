#include "listing.hpp"

#include <map>
#include <unordered_map>

#include "sequence_diff.hpp"

namespace tracetoll {

namespace {

using Side = std::span<const ListedInstruction>;

// Equal keys are equal numbers, on both sides.
class KeyNumbers {
 public:
  std::vector<int> of(Side side) {
    std::vector<int> result;
    for (const auto& instruction : side) {
      const auto next = static_cast<int>(numbers_.size());
      result.push_back(numbers_.try_emplace(instruction.key, next).first->second);
    }
    return result;
  }

 private:
  std::unordered_map<std::string_view, int> numbers_;
};

std::vector<ListingRow> rows_of(Side before, Side after, const std::vector<Step>& steps) {
  std::vector<ListingRow> rows;
  std::size_t left = 0, right = 0;
  for (const Step step : steps) {
    ListingRow row;
    if (step != Step::right) row.before = &before[left++];
    if (step != Step::left) row.after = &after[right++];
    rows.push_back(row);
  }
  return rows;
}

bool same_text(const ListingRow& pair) {
  return pair.before->text == pair.after->text;
}

// Two pushes against three: any two of the three are a shortest script. Of the places where a run
// of rows of one side alone may as well stand, up to kReach rows higher, takes the one where most
// pairs around it are equal in text too.
void slide_run(std::vector<ListingRow>& rows, std::size_t begin, std::size_t end,
               const ListedInstruction* ListingRow::*alone) {
  constexpr std::size_t kReach = 32;
  const auto other = alone == &ListingRow::before ? &ListingRow::after : &ListingRow::before;
  // `other` sides of the pairs above the run, moved down by one row at a time.
  int gain = 0, best_gain = 0;
  std::size_t best = 0;
  for (std::size_t up = 1; up <= kReach && up <= begin; up++) {
    const ListingRow& above = rows[begin - up];
    if (!above.before || !above.after) break;
    const ListedInstruction* partner = rows[end - up].*alone;
    if (partner->key != (above.*other)->key) break;
    gain += (partner->text == (above.*other)->text ? 1 : 0) - (same_text(above) ? 1 : 0);
    if (gain > best_gain) {
      best_gain = gain;
      best = up;
    }
  }
  for (std::size_t up = 1; up <= best; up++) {
    rows[end - up].*other = rows[begin - up].*other;
    rows[begin - up].*other = nullptr;
  }
}

void slide_runs(std::vector<ListingRow>& rows) {
  for (std::size_t begin = 0; begin < rows.size();) {
    const bool left = !rows[begin].after;
    const bool right = !rows[begin].before;
    std::size_t end = begin + 1;
    while (end < rows.size() && !rows[end].after == left && !rows[end].before == right) end++;
    if (left) slide_run(rows, begin, end, &ListingRow::before);
    if (right) slide_run(rows, begin, end, &ListingRow::after);
    begin = end;
  }
}

// A row that any branch leads to gets a number, in order; then branches get those numbers.
void number_labels(std::vector<ListingRow>& rows) {
  std::unordered_map<std::uint64_t, ListingRow*> at[2];
  for (ListingRow& row : rows) {
    if (row.before) at[0][row.before->address] = &row;
    if (row.after) at[1][row.after->address] = &row;
  }
  const auto row_of = [&](int side, const ListedInstruction* branch) -> ListingRow* {
    if (!branch || !branch->target) return nullptr;
    const auto found = at[side].find(*branch->target);
    return found == at[side].end() ? nullptr : found->second;
  };
  for (const ListingRow& row : rows) {
    if (ListingRow* target = row_of(0, row.before)) target->label = 1;
    if (ListingRow* target = row_of(1, row.after)) target->label = 1;
  }
  int labels = 0;
  for (ListingRow& row : rows) {
    if (row.label != 0) row.label = ++labels;
  }
  for (ListingRow& row : rows) {
    if (const ListingRow* target = row_of(0, row.before)) row.before_target = target->label;
    if (const ListingRow* target = row_of(1, row.after)) row.after_target = target->label;
  }
}

Mark mark_of(const ListingRow& row) {
  if (!row.after) return Mark::before;
  if (!row.before) return Mark::after;
  return same_text(row) && row.before_target == row.after_target ? Mark::same : Mark::changed;
}

}  // namespace

Listing aligned_listing(Side before, Side after) {
  KeyNumbers numbers;
  const auto left = numbers.of(before);
  const auto right = numbers.of(after);
  const SequenceDiff diff = sequence_diff(left, right);
  Listing listing;
  listing.windowed = diff.windowed;
  listing.rows = rows_of(before, after, diff.steps);
  slide_runs(listing.rows);
  number_labels(listing.rows);
  for (ListingRow& row : listing.rows) row.mark = mark_of(row);
  return listing;
}

}  // namespace tracetoll
