#include "workload_name.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "error.hpp"

namespace tracetoll {
namespace {

constexpr int kMostDescriptors = 1'000'000;

[[noreturn]] void refuse(const std::string& workload, const std::string& what) {
  throw InputError(fmt::format("workload '{}': {}", workload, what));
}

void set_build_axis(WorkloadName& name, const std::string& key, const std::string& value,
                    const std::string& text) {
  if (value != "on" && value != "off") refuse(text, fmt::format("{} is 'on' or 'off'", key));
  if (value == "on") return;
  if (!name.build.empty())
    refuse(text, "only one of validator, validator_sites and syscall_sites can be off");
  name.build = fmt::format("+{}=off", key);
}

int parse_descriptors(const std::string& value, const std::string& text) {
  int count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc{} || end != value.data() + value.size() || count < 1 ||
      count > kMostDescriptors)
    refuse(text, fmt::format("fds is a number from 1 to {}, not '{}'", kMostDescriptors, value));
  return count;
}

void set_axis(WorkloadName& name, const std::string& axis, std::set<std::string>& seen,
              const std::string& text) {
  const std::size_t equals = axis.find('=');
  if (equals == std::string::npos) refuse(text, "an axis is written +key=value");
  const std::string key = axis.substr(0, equals);
  const std::string value = axis.substr(equals + 1);
  if (!seen.insert(key).second) refuse(text, fmt::format("axis {} is there twice", key));
  const bool is_select = name.base.starts_with("select_");
  if (key == "validator" || key == "validator_sites" || key == "syscall_sites")
    return set_build_axis(name, key, value, text);
  if (key != "fds" && key != "mode")
    refuse(text, fmt::format("unknown axis '{}'; there are validator, validator_sites, "
                             "syscall_sites, fds and mode",
                             key));
  if (!is_select) refuse(text, fmt::format("axis {} is for select alone", key));
  if (key == "fds") {
    name.descriptors = parse_descriptors(value, text);
  } else {
    if (value != "exact" && value != "lmbench") refuse(text, "mode is 'exact' or 'lmbench'");
    name.lmbench_mode = value == "lmbench";
  }
}

}  // namespace

std::string WorkloadName::canonical() const {
  std::string text = base + build;
  if (descriptors != WorkloadName{}.descriptors) text += fmt::format("+fds={}", descriptors);
  if (lmbench_mode) text += "+mode=lmbench";
  return text;
}

WorkloadName parse_workload_name(const std::string& text) {
  WorkloadName name;
  std::size_t plus = text.find('+');
  name.base = text.substr(0, plus);
  std::set<std::string> seen;
  while (plus != std::string::npos) {
    const std::size_t next = text.find('+', plus + 1);
    set_axis(name, text.substr(plus + 1, next - plus - 1), seen, text);
    plus = next;
  }
  return name;
}

}  // namespace tracetoll
