// matched_lengths EXECUTABLE OUTPUT_HEADER: how many NOPs make the cold block of each marker of
// `branch` as long as that of `call`, as #define TT_MATCHED_<name> for the sleds of markers/sled.h.
// A build step: the executable is linked from the objects of these two variants alone.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "compilers.hpp"
#include "elf_file.hpp"
#include "error.hpp"
#include "site.hpp"

namespace tracetoll {

namespace {

// The bytes of the cold block of each marker, the largest of its copies: a sled must not be shorter
// than the block it stands for at any of them.
std::map<std::string, int> block_bytes(const ElfFile& file, const std::vector<Site>& sites,
                                       const std::string& variant, int calls) {
  std::map<std::string, int> result;
  for (const Site& site : sites) {
    if (site.variant != variant) continue;
    if (!site.body || site.body->calls - site.body->other_calls != calls) {
      file.fail("site " + site.name + " in " + site.function + ": cannot delimit its cold block (" +
                (site.problem.empty() ? "not exactly one call of a probe in it" : site.problem) +
                ")");
    }
    int& length = result[site.name];
    length = std::max(length, site.body->bytes);
  }
  if (result.empty()) file.fail("has no site of the variant " + variant);
  return result;
}

// A sled's block has moves of its own and a jump back, those of `branch`: they count towards what
// the block of `call` has.
std::map<std::string, int> lengths(const ElfFile& file) {
  const std::vector<Site> sites = read_sites(file);
  const std::map<std::string, int> of_branch = block_bytes(file, sites, "branch", 0);
  std::map<std::string, int> result = block_bytes(file, sites, "call", 1);
  for (auto& [name, bytes] : result) {
    const auto own = of_branch.find(name);
    if (own == of_branch.end()) file.fail("site " + name + ": is not in the variant branch");
    bytes = std::max(1, bytes - own->second);
  }
  return result;
}

void write(const ElfFile& file, const std::string& output) {
  const std::map<std::string, int> found = lengths(file);  // before the file: no half a header
  const std::string made_by = compilers_of(file);
  std::ofstream out(output);
  out << "/* Bytes by which the cold block of each marker is longer in `call` than in `branch`.\n"
      << " * Written by matched_lengths from " << file.path() << "\n"
      << " * (" << (made_by.empty() ? "an unknown compiler" : made_by) << "). */\n";
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
