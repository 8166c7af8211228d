// Prints the foreign sites of ELF files for the comparisons with other tools: one line a site, its
// fields separated by tabs (kind, provider, name, address, semaphore or state, function, size,
// operands as we understood them, notes); a line "file PATH" before each file's, and "error TEXT"
// for a file that is refused.
#include <cstdio>
#include <string>

#include "error.hpp"
#include "find_sites.hpp"

namespace tracetoll {
namespace {

// "-4@20(%rsp)=memory,reg=4,...": the text, then all that was read out of it.
std::string described(const Operand& operand) {
  std::string text = operand.is_signed ? "-" : "";
  if (operand.bytes != 0) text += std::to_string(operand.bytes) + (operand.floating ? "f@" : "@");
  text += operand.text;
  text += "=" + std::string(name_of(operand.place));
  text += ";" + std::to_string(operand.constant) + ";" + std::to_string(operand.reg);
  text += ";" + std::to_string(operand.index) + ";" + std::to_string(operand.scale);
  text += ";" + std::to_string(operand.displacement) + ";" + operand.symbol;
  return text + ";" + operand.segment;
}

void list(const std::string& path) {
  std::printf("file\t%s\n", path.c_str());
  try {
    for (const FoundSite& site : find_sites(ElfFile(path))) {
      std::printf("%s\t%s\t%s\t0x%llx\t0x%llx\t0x%llx\t%llu\t", name_of(site.kind),
                  site.provider.c_str(), site.name.c_str(),
                  static_cast<unsigned long long>(site.address),
                  static_cast<unsigned long long>(site.state.value_or(0)),
                  static_cast<unsigned long long>(site.function.value_or(0)),
                  static_cast<unsigned long long>(site.size));
      for (const Operand& operand : site.operands) std::printf("{%s}", described(operand).c_str());
      std::printf("\t");
      for (const std::string& note : site.notes) std::printf("{%s}", note.c_str());
      std::printf("\n");
    }
  } catch (const InputError& error) {
    std::printf("error\t%s\n", error.what());
  }
}

}  // namespace
}  // namespace tracetoll

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) tracetoll::list(argv[i]);
}
