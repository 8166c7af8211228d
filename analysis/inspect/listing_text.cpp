// The listing in two columns:
//
//   s 1139       push %rbx                          s 1180       push %rbx
//     113a  L1:  mov (%rdi),%eax                 ~    1181  L1:  mov (%rsi),%eax

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "listing.hpp"
#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kLabelWidth = 7;  // "L1234: "

struct RoleMark {
  Role role;
  char letter;
  const char* meaning;
};
constexpr RoleMark kRoles[] = {
    {Role::guard, 'G', "a site's guard or call"},    {Role::nop, 'N', "a site's NOP"},
    {Role::operand, 'o', "for a site's operands"},   {Role::body, 'b', "guarded by a site"},
    {Role::save, 's', "saves a register"},           {Role::restore, 'r', "restores one"},
    {Role::spill, 'm', "reads or writes the stack"},
};

char letter_of(Role role) {
  const auto* found = std::ranges::find(kRoles, role, &RoleMark::role);
  return found == std::end(kRoles) ? ' ' : found->letter;
}

// Of the addresses, the last digits: at most 8, which tell the code of one file apart.
std::size_t address_width(const Listing& listing) {
  std::uint64_t highest = 0;
  for (const ListingRow& row : listing.rows) {
    if (row.before) highest = std::max(highest, row.before->address);
    if (row.after) highest = std::max(highest, row.after->address);
  }
  return std::min<std::size_t>(8, fmt::formatted_size("{:x}", highest));
}

std::string cell(const ListedInstruction* instruction, int label, int target, std::size_t digits,
                 std::size_t width) {
  if (!instruction) return "";
  std::string address = fmt::format("{:>{}x}", instruction->address, digits);
  address = address.substr(address.size() - digits);
  std::string text = instruction->text;
  if (target != 0) {
    text += fmt::format(" L{}", target);
  } else if (instruction->target) {
    text += fmt::format(" {:#x}", *instruction->target);
  }
  const std::string head = fmt::format("{} {} {:<{}}", letter_of(instruction->role), address,
                                       label != 0 ? fmt::format("L{}:", label) : "", kLabelWidth);
  return head + fit(text, width > head.size() ? width - head.size() : 0);
}

const char* colour_of(Mark mark) {
  switch (mark) {
    case Mark::before:
      return "\033[31m";
    case Mark::after:
      return "\033[32m";
    case Mark::changed:
      return "\033[33m";
    case Mark::same:
      break;
  }
  return "";
}

std::string legend(const Listing& listing) {
  std::string text = "~ changed, < only before, > only after";
  for (const RoleMark& mark : kRoles) {
    const auto plays = [&](const ListedInstruction* one) { return one && one->role == mark.role; };
    const bool used = std::ranges::any_of(
        listing.rows, [&](const ListingRow& row) { return plays(row.before) || plays(row.after); });
    if (used) text += fmt::format(", {} {}", mark.letter, mark.meaning);
  }
  return wrap(text, "", "");
}

}  // namespace

std::string listing_text(const Listing& listing, const ListingStyle& style) {
  constexpr std::size_t kLeast = 60, kMost = 400;
  const std::size_t width = (std::clamp(style.columns, kLeast, kMost) - 3) / 2;
  const std::size_t digits = address_width(listing);
  std::string result = legend(listing);
  if (listing.windowed) {
    result += wrap(
        "A long function: aligned part by part. Code that moved far counts as gone here "
        "and new there.",
        "", "");
  }
  result += trimmed(fmt::format("{:<{}}   {}", "  before", width, "  after"));
  for (const ListingRow& row : listing.rows) {
    std::string line = trimmed(fmt::format(
        "{:<{}} {} {}", cell(row.before, row.label, row.before_target, digits, width), width,
        static_cast<char>(row.mark), cell(row.after, row.label, row.after_target, digits, width)));
    if (style.colours && row.mark != Mark::same) {
      line.pop_back();
      line = colour_of(row.mark) + line + "\033[0m\n";
    }
    result += line;
  }
  return result;
}

}  // namespace tracetoll
