// Which functions a file has, from symbols made by hand.
#include "function_table.hpp"

#include <gtest/gtest.h>

#include "small_elf.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

struct Named {
  std::string name;
  std::uint64_t offset, size;
  unsigned char binding = STB_GLOBAL;
  unsigned char type = STT_FUNC;
};

std::string object_of(const std::vector<Named>& functions, std::size_t text) {
  SmallElf elf = small_object();
  elf.sections[kText].bytes.resize(text, '\x90');
  std::string names(1, '\0');
  std::vector<Elf64_Sym> symbols(1);
  symbols.push_back({0, ELF64_ST_INFO(STB_LOCAL, STT_SECTION), 0, kText, 0, 0});
  for (const Named& function : functions) {
    const std::uint16_t home =
        function.type == STT_FILE ? std::uint16_t{SHN_ABS} : std::uint16_t{kText};
    const unsigned char info = ELF64_ST_INFO(function.binding, function.type);
    symbols.push_back(
        {static_cast<Elf64_Word>(names.size()), info, 0, home, function.offset, function.size});
    names += function.name + '\0';
  }
  elf.sections[kSymbols].bytes = bytes_of(symbols);
  elf.sections[kStrings].bytes = names;
  elf.sections[kTextRela].bytes.clear();
  elf.sections[kDataRela].bytes.clear();
  return elf.write();
}

TEST(FunctionTable, CompilersCopiesAreGroupedByTheirOrigin) {
  const std::pair<const char*, const char*> kParents[] = {
      {"f", "f"},
      {"f.part.0", "f"},
      {"f.constprop.12", "f"},
      {"_Z1fi.isra.0.cold", "_Z1fi"},
      {"f.part.0.constprop.1.lto_priv.2", "f"},
      {"f.lto_priv.0", "f"},
      {"f.cold.3", "f"},
      {"f.llvm.123456789", "f"},
      {"f.3", "f.3"},  // a static of C, not a copy
      {"f.party", "f.party"},
      {"f.part.x", "f.part.x"},
      {".part.0", ".part.0"},
      {".0", ".0"},
      {".", "."},
      {"", ""},
      {"f..0", "f..0"},
      {"0x401230", "0x401230"},
  };
  for (const auto& [symbol, parent] : kParents) {
    EXPECT_EQ((Function{symbol, {}}).parent(), parent) << symbol;
  }
}

// Two files of one program may each have a local f and a local f.cold.
TEST(FunctionTable, AColdPartBelongsToTheFunctionOfItsOwnFile) {
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(object_of(
                         {
                             {"a.c", 0, 0, STB_LOCAL, STT_FILE},
                             {"f", 0, 16, STB_LOCAL},
                             {"f.cold", 64, 8, STB_LOCAL},
                             {"b.c", 0, 0, STB_LOCAL, STT_FILE},
                             {"f", 16, 16, STB_LOCAL},
                             {"f.cold", 72, 8, STB_LOCAL},
                             {"g.cold", 80, 8, STB_LOCAL},
                             {"g.part.0", 32, 8, STB_LOCAL},
                         },
                         128))),
                     "");
  const FunctionTable table(file);
  const std::uint64_t text = file.section(".text")->address;
  EXPECT_EQ(table.functions().size(), 4U);
  EXPECT_EQ(table.at(text + 65), table.at(text + 1));
  EXPECT_EQ(table.at(text + 73), table.at(text + 17));
  EXPECT_NE(table.at(text + 1), table.at(text + 17));
  EXPECT_EQ(table.at(text + 81)->symbol, "g.cold");  // its function is not there
  EXPECT_EQ(table.at(text + 33)->symbol, "g.part.0");
  EXPECT_EQ(table.starting_at(text + 64), nullptr);
}

// Link-time optimisation lists all cold parts in one place and the functions in another (Debian's
// python3.11). A name that two functions have is nobody's then.
TEST(FunctionTable, AColdPartFarFromItsFunction) {
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(object_of(
                         {
                             {"<artificial>", 0, 0, STB_LOCAL, STT_FILE},
                             {"f.lto_priv.0.cold", 64, 8, STB_LOCAL},
                             {"g.cold", 72, 8, STB_LOCAL},
                             {"a.c", 0, 0, STB_LOCAL, STT_FILE},
                             {"f.lto_priv.0", 0, 16, STB_LOCAL},
                             {"g", 16, 16, STB_LOCAL},
                             {"b.c", 0, 0, STB_LOCAL, STT_FILE},
                             {"g", 32, 16, STB_LOCAL},
                         },
                         128))),
                     "");
  const FunctionTable table(file);
  const std::uint64_t text = file.section(".text")->address;
  EXPECT_EQ(table.at(text + 65), table.at(text + 1));
  EXPECT_EQ(table.at(text + 73)->symbol, "g.cold");
}

// glibc's fgets is _IO_fgets too, and its cold part is named after the latter.
TEST(FunctionTable, AColdPartOfAFunctionWithSeveralNames) {
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(object_of(
                         {
                             {"_IO_fgets.cold", 64, 8, STB_LOCAL},
                             {"fgets", 0, 16},
                             {"_IO_fgets", 0, 16},
                         },
                         128))),
                     "");
  const FunctionTable table(file);
  const std::uint64_t text = file.section(".text")->address;
  EXPECT_EQ(table.functions().size(), 1U);
  EXPECT_EQ(table.at(text + 65), table.at(text + 1));
}

// The entry of .eh_frame is for the bytes 0 to 13.
TEST(FunctionTable, AnUnwindEntryWithinOrAcrossASymbolIsNoFunction) {
  struct Case {
    std::vector<Named> symbols;
    std::size_t functions;
  };
  const Case kCases[] = {
      {{}, 1},
      {{{"f", 0, 13}}, 1},
      {{{"f", 0, 64}}, 1},
      {{{"f", 8, 16}}, 1},
      {{{"f", 0, 4}}, 1},
      {{{"f", 13, 3}}, 2},
  };
  const MemoryFile memory;
  for (const Case& c : kCases) {
    const ElfFile file(memory.hold(std::string_view(object_of(c.symbols, 128))), "");
    EXPECT_EQ(FunctionTable(file).functions().size(), c.functions);
  }
}

// Quadratic time would be minutes.
TEST(FunctionTable, AHundredThousandFunctions) {
  std::vector<Named> functions;
  for (std::uint64_t i = 0; i < 50'000; i++) {
    const std::string name = "_ZN4some9namespace2of1fILi" + std::to_string(i) + "EEvv";
    functions.push_back({name, 32 * i, 16});
    functions.push_back({name + ".cold", 32 * i + 16, 16});
  }
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(object_of(functions, 1'600'000))), "");
  const FunctionTable table(file);
  ASSERT_EQ(table.functions().size(), 50'000U);
  for (const Function& function : table.functions()) ASSERT_EQ(function.parts.size(), 2U);
}

}  // namespace
}  // namespace tracetoll
