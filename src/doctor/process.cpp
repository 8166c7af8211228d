#include "process.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "text_fields.hpp"

namespace tracetoll {

Finding judge_aslr(const FileText& randomize, const FileText& personality) {
  constexpr const char* kName = "ASLR";
  // linux/personality.h
  constexpr std::uint64_t kNoRandomize = 0x0040000;
  std::uint64_t flags = 0;
  std::from_chars(personality.text.data(), personality.text.data() + personality.text.size(), flags,
                  16);
  const char* problem =
      "where data and stack lie is part of what a run samples; now it is one and the same place";
  if ((flags & kNoRandomize) != 0)
    return note(kName, "off for this process (setarch -R, or a debugger)", problem);
  if (!randomize) return absent(kName, randomize.why_absent);
  if (randomize.text == "2") return fine(kName, "on (2), as it should be");
  if (randomize.text == "1")
    return note(kName, "on, but for the heap (1)", "the heap lies at one and the same distance",
                "sudo sysctl kernel.randomize_va_space=2");
  if (randomize.text == "0")
    return note(kName, "off (0)", problem, "sudo sysctl kernel.randomize_va_space=2");
  return absent(kName, "no number of 0 to 2");
}

Finding judge_open_files(const FileText& limits) {
  constexpr const char* kName = "open files";
  constexpr std::int64_t kNeeded = 500 + 64;  // select_500, and what a process has open besides
  const auto words = words_of(line_after(limits.text, "Max open files").value_or(""));
  if (words.size() < 2) return absent(kName, limits ? "no limit is named" : limits.why_absent);
  const auto limit_of = [](const std::string& word) {
    return word == "unlimited" ? std::numeric_limits<std::int64_t>::max()
                               : whole_number(word).value_or(-1);
  };
  const std::string value = fmt::format("soft limit {}, hard {}", words[0], words[1]);
  if (limit_of(words[1]) < 0) return absent(kName, "no number");
  if (limit_of(words[1]) >= kNeeded) return fine(kName, value);
  return obstacle(
      kName, value,
      fmt::format("select_500 needs {}; this shell's limit is raised as root, and stays "
                  "until the shell ends",
                  kNeeded),
      "sudo prlimit --pid $$ --nofile=1024:1024");
}

Topic examine_process(const MachineFiles& files) {
  return {"process",
          {judge_aslr(files.read("/proc/sys/kernel/randomize_va_space"),
                      files.read("/proc/self/personality")),
           judge_open_files(files.read("/proc/self/limits"))}};
}

}  // namespace tracetoll
