#include "libpfm.hpp"

#include <perfmon/pfmlib_perf_event.h>
#include <strings.h>

#include <cstdlib>
#include <mutex>

namespace tracetoll::libpfm {
namespace {

// LIBPFM_ENCODE_INACTIVE in the environment while the library reads it.
class EncodeInactive {
 public:
  EncodeInactive() : is_ours_(std::getenv(kName) == nullptr) {
    if (is_ours_) setenv(kName, "1", 1);
  }
  EncodeInactive(const EncodeInactive&) = delete;
  EncodeInactive& operator=(const EncodeInactive&) = delete;
  ~EncodeInactive() {
    if (is_ours_) unsetenv(kName);
  }

 private:
  static constexpr const char* kName = "LIBPFM_ENCODE_INACTIVE";
  bool is_ours_;
};

class Library {
 public:
  Library() {
    const EncodeInactive encode_inactive;
    error_ = pfm_initialize();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (error_ == PFM_SUCCESS) pfm_terminate();
  }
  int error() const { return error_; }

 private:
  int error_ = PFM_SUCCESS;
};

// Locked for as long as it is held.
class Session {
 public:
  Session() : lock_(mutex()) {
    static const Library library;
    error_ = library.error();
  }
  explicit operator bool() const { return error_ == PFM_SUCCESS; }
  int error() const { return error_; }

 private:
  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }
  std::lock_guard<std::mutex> lock_;
  int error_ = PFM_SUCCESS;
};

// The library may be newer than its header and have PMUs past PFM_PMU_MAX; it says no to numbers
// that it does not have. 1023 is the most that the header's enumeration can hold.
constexpr int kPmuNumbers = 1023;

std::optional<pfm_pmu_info_t> pmu_info(int number) {
  pfm_pmu_info_t info{};
  info.size = sizeof info;
  if (pfm_get_pmu_info(static_cast<pfm_pmu_t>(number), &info) != PFM_SUCCESS) return std::nullopt;
  return info;
}

// libpfm4 up to 4.13 at least derives the unit masks of TOPDOWN from those of the fixed slots
// counter (event code 0): BACKEND_BOUND_SLOTS comes out as 0x0200, BAD_SPEC_SLOTS as 0x0400, which
// is TOPDOWN:SLOTS. Intel's lists have event code 0xa4 (cause_events_intel.cpp).
bool is_wrong(const std::string& name, std::uint64_t config) {
  const std::size_t event = name.find("::") + 2;
  const bool is_top_down = strncasecmp(name.c_str() + event, "TOPDOWN:", 8) == 0;
  const bool is_slots = strcasecmp(name.c_str() + event, "TOPDOWN:SLOTS") == 0;
  return is_top_down && !is_slots && (config & 0xff) == 0;
}

void add_unit_masks(const pfm_event_info_t& event, std::vector<std::string>& names) {
  for (int i = 0; i < event.nattrs; ++i) {
    pfm_event_attr_info_t attribute{};
    attribute.size = sizeof attribute;
    if (pfm_get_event_attr_info(event.idx, i, PFM_OS_PERF_EVENT, &attribute) != PFM_SUCCESS)
      continue;
    if (attribute.type == PFM_ATTR_UMASK)
      names.push_back(std::string(event.name) + ":" + attribute.name);
  }
}

}  // namespace

std::string missing() {
  const Session session;
  if (session) return {};
  return std::string("libpfm4 does not start: ") + pfm_strerror(session.error());
}

std::vector<Pmu> pmus() {
  const Session session;
  std::vector<Pmu> found;
  for (int number = 0; session && number < kPmuNumbers; ++number) {
    const auto info = pmu_info(number);
    if (!info || info->type == PFM_PMU_TYPE_OS_GENERIC) continue;
    found.push_back({info->name, info->desc, info->type == PFM_PMU_TYPE_CORE,
                     static_cast<bool>(info->is_present)});
  }
  return found;
}

std::optional<Encoding> encode(const std::string& name) {
  const Session session;
  if (!session) return std::nullopt;
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  pfm_perf_encode_arg_t argument{};
  argument.attr = &attributes;
  argument.size = sizeof argument;
  if (pfm_get_os_event_encoding(name.c_str(), PFM_PLM3, PFM_OS_PERF_EVENT, &argument) !=
      PFM_SUCCESS)
    return std::nullopt;
  return Encoding{attributes.type, attributes.config, attributes.config1, attributes.config2,
                  is_wrong(name, attributes.config)};
}

std::vector<std::string> events_of(const std::string& pmu) {
  const Session session;
  std::vector<std::string> names;
  for (int number = 0; session && number < kPmuNumbers; ++number) {
    const auto info = pmu_info(number);
    if (!info || info->name != pmu) continue;
    for (int index = info->first_event; index != -1; index = pfm_get_event_next(index)) {
      pfm_event_info_t event{};
      event.size = sizeof event;
      if (pfm_get_event_info(index, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS) continue;
      names.emplace_back(event.name);
      add_unit_masks(event, names);
    }
  }
  return names;
}

}  // namespace tracetoll::libpfm
