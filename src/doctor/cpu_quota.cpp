#include "cpu_quota.hpp"

#include <fmt/format.h>

#include <optional>

#include "text_fields.hpp"

namespace tracetoll {
namespace {

constexpr const char* kName = "CPU quota";
// In a command only names of groups that a shell takes literally between quotes.
constexpr const char* kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_.,:@\\-";

struct Quota {
  double cpus = 0;
  std::string folder;           // of the group that sets it
  std::string to_lift;          // the command
  std::int64_t throttled = -1;  // periods in which the group was stopped; -1: not counted
};

// Where this process stands in the hierarchy of a controller, out of /proc/self/cgroup; its lines
// are "id:controllers:path", and "0::path" is version 2.
std::optional<std::string> path_of(const std::string& groups, const std::string& controller) {
  for (std::size_t begin = 0; begin < groups.size();) {
    const std::size_t end = std::min(groups.find('\n', begin), groups.size());
    const std::string line = groups.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string list = "," + line.substr(first + 1, second - first - 1) + ",";
    if (list == (controller.empty() ? ",," : list) &&
        list.find("," + controller + ",") != std::string::npos)
      return line.substr(second + 1);
  }
  return std::nullopt;
}

std::optional<Quota> quota_of(double quota_us, double period_us) {
  if (quota_us <= 0 || period_us <= 0) return std::nullopt;
  Quota quota;
  quota.cpus = quota_us / period_us;
  return quota;
}

// "200000 100000", or "max 100000"
std::optional<Quota> read_new(const MachineFiles& files, const std::string& folder) {
  const auto words = words_of(files.read(folder + "/cpu.max").text);
  if (words.size() != 2) return std::nullopt;
  auto quota = quota_of(decimal_number(words[0]).value_or(0), decimal_number(words[1]).value_or(0));
  if (quota) quota->to_lift = fmt::format("echo max | sudo tee '{}/cpu.max'", folder);
  return quota;
}

std::optional<Quota> read_old(const MachineFiles& files, const std::string& folder) {
  const auto read = [&](const char* name) {
    return decimal_number(files.read(folder + name).text).value_or(0);
  };
  auto quota = quota_of(read("/cpu.cfs_quota_us"), read("/cpu.cfs_period_us"));
  if (quota) quota->to_lift = fmt::format("echo -1 | sudo tee '{}/cpu.cfs_quota_us'", folder);
  return quota;
}

// The tightest from `path` below `mount` upwards. A container's own files end at its root.
void find_tightest(const MachineFiles& files, const std::string& mount, std::string path,
                   std::optional<Quota> (*read)(const MachineFiles&, const std::string&),
                   std::optional<Quota>& tightest) {
  while (true) {
    while (path.ends_with('/')) path.pop_back();
    auto quota = read(files, mount + path);
    if (quota && (!tightest || quota->cpus < tightest->cpus)) {
      quota->folder = mount + path;
      quota->throttled =
          whole_number(
              line_after(files.read(mount + path + "/cpu.stat").text, "nr_throttled ").value_or(""))
              .value_or(-1);
      if (path.find_first_not_of(kPlain) != std::string::npos) quota->to_lift.clear();
      tightest = quota;
    }
    if (path.empty()) return;
    path.erase(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
  }
}

}  // namespace

Finding cpu_quota(const MachineFiles& files) {
  const FileText groups = files.read("/proc/self/cgroup");
  if (!groups) return absent(kName, "/proc/self/cgroup: " + groups.why_absent);
  std::optional<Quota> tightest;
  const auto new_path = path_of(groups.text, "");
  const auto old_path = path_of(groups.text, "cpu");
  if (new_path) {
    find_tightest(files, "/sys/fs/cgroup", *new_path, read_new, tightest);
    find_tightest(files, "/sys/fs/cgroup/unified", *new_path, read_new, tightest);
  }
  if (old_path)
    for (const char* mount : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"})
      find_tightest(files, mount, *old_path, read_old, tightest);
  const bool can_be_asked = files.read("/sys/fs/cgroup/cgroup.controllers") ||
                            files.read("/sys/fs/cgroup/unified/cgroup.controllers") ||
                            files.read("/sys/fs/cgroup/cpu/tasks") ||
                            files.read("/sys/fs/cgroup/cpu,cpuacct/tasks");
  if (!tightest && !can_be_asked)
    return absent(kName, "no CPU controller below /sys/fs/cgroup to ask");
  if (!tightest) return fine(kName, "none");
  std::string value = fmt::format("{:.2f} CPUs, set in {}", tightest->cpus, tightest->folder);
  if (tightest->throttled >= 0) value += fmt::format("; {} periods cut", tightest->throttled);
  constexpr const char* kProblem = "a group that has used up its share is stopped within a block";
  // A run has one busy process at a time, beside its parent.
  if (tightest->cpus > 1.5 && tightest->throttled <= 0)
    return note(kName, value, kProblem, tightest->to_lift);
  return obstacle(kName, value, kProblem, tightest->to_lift);
}

}  // namespace tracetoll
