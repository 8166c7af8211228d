// Runs every variant's specimen dormant, then with the variant's sites switched on, and prints one
// line a variant and one a marker: what specimen_run_test.cpp reads. The probe that sites call
// checks what a function is promised: it takes the arguments as words, destroys every register that
// a call may, and looks at its stack's alignment.
#define TT_MARKER_HEADER "none.h"
#define TT_VARIANT main_only
#include <fcntl.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "specimen.hpp"

extern "C" {
extern const tracetoll::specimen::Entry __start_tt_specimens[];
extern const tracetoll::specimen::Entry __stop_tt_specimens[];
extern const tt_site __start_tt_sites[];
extern const tt_site __stop_tt_sites[];
}

namespace {

template <typename T>
T* follow(const int& field) {
  return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(&field) +
                              static_cast<std::intptr_t>(field));
}

bool is_of(const tt_site& site, const char* variant) {
  return std::strcmp(follow<char>(site.variant), variant) == 0;
}

// The markers of a variant's sites; a marker that several sites share is there once.
std::map<tt_marker*, std::string> markers_of(const char* variant) {
  std::map<tt_marker*, std::string> markers;
  for (const tt_site* site = __start_tt_sites; site != __stop_tt_sites; site++) {
    if (site->marker == 0 || !is_of(*site, variant)) continue;
    markers.emplace(follow<tt_marker>(site->marker), follow<char>(site->name));
  }
  return markers;
}

// Sums of what the probe was called with, by marker.
std::map<const tt_marker*, std::uint64_t> sums;

// "a, b, f(c, d)" has three arguments.
int arity_of(const char* arguments) {
  int depth = 0, count = *arguments != '\0' ? 1 : 0;
  for (; *arguments != '\0'; arguments++) {
    depth += *arguments == '(' ? 1 : *arguments == ')' ? -1 : 0;
    count += *arguments == ',' && depth == 0 ? 1 : 0;
  }
  return count;
}

void destroy_registers() {
#ifdef __x86_64__
  __asm__ volatile(
      ".irp r, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11\n"
      "mov $0x5a5a, %%\\r\n"
      ".endr\n"
      ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
      "pcmpeqd %%xmm\\i, %%xmm\\i\n"
      ".endr\n"
      :
      :
      : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15");
#endif
}

void checking_probe(tt_marker* marker, const char* arguments, ...) {
  // A misaligned stack is a misaligned frame: the address here is the one before the call, less 16.
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16 != 0) {
    std::printf("misaligned stack at %s\n", marker->name);
    std::exit(1);
  }
  marker->hits++;
  va_list list;
  va_start(list, arguments);
  std::uint64_t sum = 0;
  // An int in a register has any upper half.
  for (int i = arity_of(arguments); i > 0; i--) sum = sum * 31 + va_arg(list, std::uint32_t);
  va_end(list);
  sums[marker] += sum;
  destroy_registers();
}

void write_text(void* to, unsigned char byte) {
  static const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (pwrite(memory, &byte, 1, static_cast<off_t>(reinterpret_cast<std::uintptr_t>(to))) != 1)
    std::perror("/proc/self/mem");
}

// What can be switched without a stub; on arm64 an immediate does not exist.
void switch_sites(const char* variant, bool on) {
  for (const tt_site* site = __start_tt_sites; site != __stop_tt_sites; site++) {
    if (!is_of(*site, variant)) continue;
    if (site->marker != 0) {
      auto* marker = follow<tt_marker>(site->marker);
      if (marker->probe == tt_probe_counts) marker->probe = checking_probe;
      marker->state = on ? 1 : 0;
    }
    if (site->kind == TT_BY_FLAG) *follow<unsigned char>(site->target) = on ? 1 : 0;
    if (site->kind == TT_BY_IMMEDIATE)
      write_text(follow<unsigned char>(site->code_end) - 1, on ? 1 : 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 12;
  for (auto* entry = __start_tt_specimens; entry != __stop_tt_specimens; entry++) {
    const auto markers = markers_of(entry->variant);
    const std::uint64_t dormant = entry->run(seed);
    std::map<std::string, unsigned> dormant_hits;
    for (const auto& [marker, name] : markers) {
      dormant_hits[name] += marker->hits;
    }
    switch_sites(entry->variant, true);
    const std::uint64_t enabled = entry->run(seed);
    switch_sites(entry->variant, false);
    std::printf("variant %s %" PRIu64 " %" PRIu64 "\n", entry->variant, dormant, enabled);
    std::map<std::string, unsigned> hits;
    std::map<std::string, std::uint64_t> sums_of_name;
    for (const auto& [marker, name] : markers) {
      hits[name] += marker->hits;
      sums_of_name[name] += sums[marker];
    }
    for (const auto& [name, count] : hits) {
      std::printf("marker %s %s %u %u %" PRIu64 "\n", entry->variant, name.c_str(),
                  dormant_hits[name], count - dormant_hits[name], sums_of_name[name]);
    }
  }
  return 0;
}
