#include "listed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_set>

namespace tracetoll {

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "0x1f" or "31", after a sign.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

// arm64 names registers without a sign: "x0", "wzr", "q7", "v0.4s", "{v0.4s}".
char arm64_register_kind(std::string_view name) {
  if (name.starts_with('{')) return 'v';
  constexpr std::string_view kNamed[] = {"sp", "wsp", "xzr", "wzr", "lr", "fp"};
  if (std::ranges::find(kNamed, name) != std::end(kNamed)) return 'r';
  if (name.size() < 2 || !is_digit(name[1])) return 't';
  if (name[0] == 'x' || name[0] == 'w') return 'r';
  return std::string_view("bhsdqv").find(name[0]) != std::string_view::npos ? 'v' : 't';
}

char kind_of(std::string_view operand) {
  if (operand.starts_with('*')) operand.remove_prefix(1);  // call *%rax, jmp *8(%rdi)
  if (operand.find('(') != std::string_view::npos || operand.starts_with('[')) return 'm';
  if (operand.find(":") != std::string_view::npos) return 'm';  // %fs:0x28
  if (operand.starts_with('$') || operand.starts_with('#')) return 'i';
  if (operand.starts_with('%')) {
    constexpr std::string_view kVectors[] = {"%xmm", "%ymm", "%zmm", "%mm"};
    const auto begins = [&](std::string_view vector) { return operand.starts_with(vector); };
    return std::ranges::any_of(kVectors, begins) ? 'v' : 'r';
  }
  return is_number(operand) ? 'm' : arm64_register_kind(operand);
}

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Replaces the number `value`, written as "0x…", by `name`, with an arm64 # before it.
bool replace_number(std::string& text, std::uint64_t value, std::string_view name) {
  const std::string number = fmt::format("{:#x}", value);
  const auto at = text.rfind(number);
  const auto end = at + number.size();
  if (at == std::string::npos) return false;
  if (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0) return false;
  const bool hash = at > 0 && text[at - 1] == '#';
  text.replace(at - (hash ? 1 : 0), number.size() + (hash ? 1 : 0), name);
  return true;
}

// "0x2ef6(%rip)" becomes "table(%rip)"; whatever stands between the last space or comma and the
// parenthesis is the displacement.
void replace_displacement(std::string& text, std::string_view name) {
  const auto rip = text.find("(%rip");
  if (rip == std::string::npos) return;
  const auto before = text.find_last_of(" ,*:$", rip);
  const auto begin = before == std::string::npos ? 0 : before + 1;
  text.replace(begin, rip - begin, name);
}

class Lister {
 public:
  explicit Lister(const ListingSource& source)
      : source_(source), registers_(registers(source.machine)) {
    for (const Instruction& instruction : source.code) {
      starts_.insert(instruction.address);
      frame_ |= instruction.frame_pointer;
    }
  }

  ListedInstruction list(const Instruction& instruction) const {
    ListedInstruction result;
    result.address = instruction.address;
    result.text = source_.text(instruction);
    result.role = role_of(instruction);
    if (instruction.target && starts_.contains(*instruction.target)) {
      if (replace_number(result.text, *instruction.target, "")) {
        result.text = without_spaces(result.text);
        result.target = instruction.target;
      }
      result.key = key_of(result.text) + " t";
      return result;
    }
    const auto address = instruction.target ? instruction.target : instruction.data_address;
    if (address) {
      std::string name = source_.symbol ? source_.symbol(*address) : "";
      if (name.empty()) name = instruction.target ? "<code>" : "<data>";
      if (!replace_number(result.text, *address, name)) replace_displacement(result.text, name);
    }
    result.key = key_of(result.text);
    // Another callee is another instruction.
    if (instruction.target) result.key = result.text;
    return result;
  }

 private:
  static bool holds(const std::set<std::uint64_t>* set, std::uint64_t address) {
    return set && set->contains(address);
  }

  Role role_of(const Instruction& instruction) const {
    if (holds(source_.guarded, instruction.address)) return Role::body;
    if (holds(source_.of_sites, instruction.address)) {
      return instruction.nop ? Role::nop : Role::guard;
    }
    if (holds(source_.for_operands, instruction.address)) return Role::operand;
    if (instruction.saved != 0) return Role::save;
    if (instruction.restored != 0) return Role::restore;
    const bool on_stack =
        instruction.base == registers_.stack || (frame_ && instruction.base == registers_.frame);
    if (on_stack && (instruction.reads_memory || instruction.writes_memory)) return Role::spill;
    return Role::plain;
  }

  const ListingSource& source_;
  const Registers& registers_;
  std::unordered_set<std::uint64_t> starts_;
  bool frame_ = false;
};

}  // namespace

std::string key_of(std::string_view text) {
  const auto space = text.find(' ');
  std::string key(text.substr(0, space));
  if (space == std::string_view::npos) return key;
  std::string_view rest = text.substr(space + 1);
  char separator = ' ';
  while (!without_spaces(rest).empty()) {
    std::size_t end = 0;
    for (int depth = 0; end < rest.size() && !(rest[end] == ',' && depth == 0); end++) {
      const char c = rest[end];
      depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    }
    key += separator;
    key += kind_of(without_spaces(rest.substr(0, end)));
    separator = ',';
    rest = rest.substr(std::min(end + 1, rest.size()));
  }
  return key;
}

std::vector<ListedInstruction> listed(const ListingSource& source) {
  const Lister lister(source);
  std::vector<ListedInstruction> result;
  result.reserve(source.code.size());
  for (const Instruction& instruction : source.code) result.push_back(lister.list(instruction));
  return result;
}

}  // namespace tracetoll
