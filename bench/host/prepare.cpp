#include "host/prepare.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace tracetoll::host {
namespace {

// Room for what the harness opens later: result files, counters.
constexpr std::uint32_t kSpareDescriptors = 64;

std::uint32_t count_open_descriptors() {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return kSpareDescriptors;
  std::uint32_t count = 0;
  while (const dirent* entry = readdir(directory)) count += entry->d_name[0] != '.';
  closedir(directory);
  return count - 1;  // the directory itself
}

std::string select_over(std::uint32_t descriptors) {
  return "select over " + std::to_string(descriptors) + " descriptors";
}

// A real descriptor and its simulated twin of the same number. Empty, or why not.
std::string add_descriptor(Host& host, int fd, File& file) {
  SelectPlan& plan = host.select;
  if (fd < 0) return select_over(plan.descriptors) + ": " + std::strerror(errno);
  const auto number = static_cast<std::uint32_t>(fd);
  if (number >= kMaxDescriptors) {
    close(fd);
    return select_over(plan.descriptors) + ": descriptor " + std::to_string(fd) +
           " is beyond the file table of " + std::to_string(kMaxDescriptors);
  }
  plan.owned[number / 64] |= bit_of(number);
  remove_at(host.files, number);
  install_at(host.files, number, file);
  return "";
}

void add_to_set(SelectPlan& plan, int fd) {
  const auto number = static_cast<std::uint32_t>(fd);
  plan.bits[number / 64] |= bit_of(number);
  plan.nfds = std::max(plan.nfds, number + 1);
}

// N readable eventfds, each a file of its own, in the read set.
std::string open_exact(Host& host) {
  for (std::uint32_t i = 0; i < host.select.descriptors; ++i) {
    File* file = take_file(host.files, kModeRead | kModeWrite, kReadable | kWritable);
    if (file == nullptr) return select_over(host.select.descriptors) + ": no file is left";
    const int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    const std::string reason = add_descriptor(host, fd, *file);
    put_file(host.files, *file);  // the table holds it now
    if (!reason.empty()) return reason;
    add_to_set(host.select, fd);
  }
  return "";
}

// lat_select: N duplicates of one descriptor in the write set, and nfds = N whatever their numbers.
std::string open_as_lmbench(Host& host) {
  File* file = take_file(host.files, kModeRead | kModeWrite, kReadable | kWritable);
  if (file == nullptr) return select_over(host.select.descriptors) + ": no file is left";
  const int original = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::string reason = add_descriptor(host, original, *file);
  for (std::uint32_t i = 0; i < host.select.descriptors && reason.empty(); ++i) {
    const int fd = fcntl(original, F_DUPFD_CLOEXEC, 0);
    reason = add_descriptor(host, fd, *file);
    if (reason.empty()) add_to_set(host.select, fd);
  }
  put_file(host.files, *file);
  host.select.nfds = host.select.descriptors;
  return reason;
}

std::uint32_t count_bits_below(const std::uint64_t* bits, std::uint32_t end) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < end / 64; ++i) {
    count += static_cast<std::uint32_t>(std::popcount(bits[i]));
  }
  if (end % 64 != 0) {
    count += static_cast<std::uint32_t>(std::popcount(bits[end / 64] & (bit_of(end) - 1)));
  }
  return count;
}

std::string open_plan(Host& host) {
  SelectPlan& plan = host.select;
  const std::string reason = plan.lmbench_mode ? open_as_lmbench(host) : open_exact(host);
  if (!reason.empty()) return reason;
  plan.writable = plan.lmbench_mode;
  plan.words = (plan.nfds + 63) / 64;
  plan.polled = count_bits_below(plan.bits, plan.nfds);
  if (plan.polled == 0) {
    return select_over(plan.descriptors) +
           " in lmbench mode polls none of them: all are numbered " + std::to_string(plan.nfds) +
           " or higher";
  }
  return "";
}

}  // namespace

std::string make_room_for_descriptors(std::uint32_t descriptors) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::strerror(errno);
  const rlim_t spare =
      std::max(kSpareDescriptors, count_open_descriptors() + kSpareDescriptors / 4);
  const rlim_t needed = descriptors + spare;
  if (limit.rlim_cur >= needed) return "";
  const std::string needs =
      select_over(descriptors) + " needs " + std::to_string(needed) + " open files; ";
  if (limit.rlim_max < needed) {
    return needs + "the hard limit is " + std::to_string(limit.rlim_max) +
           ": raise it as root with `prlimit --pid $$ --nofile=1024:1024`";
  }
  limit.rlim_cur = needed;
  if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return "";
  return needs + "raising the soft limit failed: " + std::strerror(errno);
}

std::string prepare_open_close(Host& host, const WorkloadParameters&) {
  OpenPlan& plan = host.open;
  const ssize_t length = readlink("/proc/self/exe", plan.real_path, sizeof plan.real_path - 1);
  if (length < 0) {
    plan.real_path[0] = '\0';
    return std::string(
               "open_close opens the running executable, and /proc/self/exe cannot be "
               "read: ") +
           std::strerror(errno);
  }
  plan.real_path[length] = '\0';
  std::memcpy(plan.path, kSimulatedPath, sizeof kSimulatedPath);
  const int fd = open(plan.real_path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return "open_close cannot open " + std::string(plan.real_path) + ": " + std::strerror(errno);
  }
  close(fd);
  return "";
}

std::string prepare_leaf_loop(Host& host, const WorkloadParameters&) {
  LeafPlan& plan = host.leaf;
  std::uint64_t values[7];
  for (std::uint64_t i = 0; i < 7; ++i) values[i] = plan.first[i] = (i + 1) * 0x9e3779b97f4a7c15U;
  plan.steps = kLeafSteps;
  // Each value in turn adds the XOR of its two neighbours in the ring.
  for (std::uint32_t step = 0; step < plan.steps; ++step)
    for (std::size_t i = 0; i < 7; ++i) values[i] += values[(i + 1) % 7] ^ values[(i + 6) % 7];
  plan.expected = 0;
  for (const std::uint64_t value : values) plan.expected ^= value;
  return "";
}

std::string prepare_select(Host& host, const WorkloadParameters& parameters) {
  SelectPlan& plan = host.select;
  if (plan.descriptors != 0 && plan.lmbench_mode == parameters.lmbench_mode &&
      static_cast<int>(plan.descriptors) == parameters.descriptors) {
    return "";  // by the entry of another variant, or by the pure form
  }
  release(host);
  if (parameters.descriptors < 1) return "select needs at least 1 descriptor";
  const auto descriptors = static_cast<std::uint32_t>(parameters.descriptors);
  if (descriptors >= kMaxDescriptors) {
    return select_over(descriptors) + ": at most " + std::to_string(kMaxDescriptors - 1) + " fit";
  }
  std::string reason = make_room_for_descriptors(descriptors);
  if (!reason.empty()) return reason;
  plan.descriptors = descriptors;
  plan.lmbench_mode = parameters.lmbench_mode;
  reason = open_plan(host);
  if (!reason.empty()) release(host);
  return reason;
}

void release(Host& host) {
  for (std::uint32_t fd = 0; fd < kMaxDescriptors; ++fd) {
    if ((host.select.owned[fd / 64] & bit_of(fd)) == 0) continue;
    close(static_cast<int>(fd));
    remove_at(host.files, fd);
  }
  host.select = SelectPlan{};
}

}  // namespace tracetoll::host
