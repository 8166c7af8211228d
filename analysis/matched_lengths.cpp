// matched_lengths EXECUTABLE OUTPUT_HEADER: how many bytes the cold block of each marker of `call`
// has, as #define TT_MATCHED_<name> for the sleds of markers/sled.h. A build step: the executable
// is linked from the `call` objects alone.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "elf_file.hpp"
#include "error.hpp"
#include "site.hpp"

namespace tracetoll {

namespace {

// The compilers that the linker collected in .comment: texts, each ended by a NUL.
std::string compilers(const ElfFile& file) {
  const Section* section = file.section(".comment");
  std::string result;
  if (section == nullptr) return "an unknown compiler";
  for (const std::uint8_t byte :
       section->bytes.first(std::min<std::size_t>(400, section->bytes.size()))) {
    const bool end = byte == 0;
    if (end && (result.empty() || result.ends_with("; "))) continue;
    if (end) result += "; ";
    if (std::isprint(byte) != 0) result += static_cast<char>(byte);
  }
  if (result.ends_with("; ")) result.resize(result.size() - 2);
  return result;
}

// A name several copies have gets the largest: a sled must not be shorter than the block it stands
// for at any of them.
std::map<std::string, int> lengths(const ElfFile& file) {
  std::map<std::string, int> result;
  for (const Site& site : read_sites(file)) {
    if (site.variant != "call") continue;
    if (!site.body || site.body->calls - site.body->other_calls != 1) {
      file.fail("site " + site.name + " in " + site.function + ": cannot delimit its cold block (" +
                (site.problem.empty() ? "not exactly one call of a probe in it" : site.problem) +
                ")");
    }
    int& length = result[site.name];
    length = std::max(length, site.body->bytes);
  }
  if (result.empty()) file.fail("has no site of the variant call");
  return result;
}

void write(const ElfFile& file, const std::string& output) {
  const std::map<std::string, int> found = lengths(file);  // before the file: no half a header
  std::ofstream out(output);
  out << "/* Bytes of the cold block of each marker of `call`, the largest of its copies.\n"
      << " * Written by matched_lengths from " << file.path() << "\n"
      << " * (" << compilers(file) << "). */\n";
  for (const auto& [name, bytes] : found) {
    out << "#define TT_MATCHED_" << name << ' ' << bytes << '\n';
  }
  out.close();
  if (!out) throw InputError(output + ": cannot write it");
}

}  // namespace

}  // namespace tracetoll

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: matched_lengths EXECUTABLE OUTPUT_HEADER\n", stderr);
    return 2;
  }
  try {
    tracetoll::write(tracetoll::ElfFile(argv[1]), argv[2]);
    return 0;
  } catch (const tracetoll::InputError& error) {
    std::fprintf(stderr, "matched_lengths: %s\n", error.what());
    return 2;
  }
}
