// Any file at all gives sites or one InputError, soon: never a crash, an endless loop or another
// exception. Worth as much as the sanitizers it runs under.
#include "elf_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "code_shape.hpp"
#include "error.hpp"
#include "function_shape.hpp"
#include "specimen_file.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

// All that analysis asks of a file. Returns the error, or nothing.
std::string inspect(const std::string& path) {
  try {
    const ElfFile file(path);
    const FunctionTable functions(file);
    const auto sites = read_sites(file);
    const auto facts = read_facts(file);
    for (const Site& site : sites) check_site(site, facts);
    for (const Function& function : functions.functions())
      function_shape(functions.machine(), function, functions.decode(function), {}, {});
    code_shape(functions, sites, "tiny::");
    return "";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with(path)) << error.what();
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    return error.what();
  }
}

TEST(TinyElf, IsReadAsItIs) {
  const MemoryFile file;
  const Inspected tiny(file.hold(TinyElf().write()));
  ASSERT_EQ(tiny.sites.size(), 1U);
  const Site& site = tiny.sites[0];
  EXPECT_EQ(site.name, "tiny");
  EXPECT_EQ(site.variant, "sled_cold:4");
  EXPECT_EQ(site.function, "tiny::f()");
  EXPECT_EQ(site.hot_code, "cmp jne");
  EXPECT_EQ(site.hot.bytes, 9);
  EXPECT_EQ(site.body->bytes, 6);
  EXPECT_EQ(site.body->nops, 4);
  EXPECT_EQ(check_site(site, tiny.facts), std::vector<std::string>{});
  const CodeShape shape = code_shape(tiny.functions, tiny.sites, "tiny::");
  EXPECT_EQ(shape.text_bytes, 16);
  EXPECT_EQ(shape.sites, 1);
  EXPECT_EQ(shape.conditional_branches, 1);
}

TEST(HostileFile, EveryTruncation) {
  const MemoryFile file;
  const FileBytes whole = TinyElf().write();
  for (std::size_t size = 0; size < whole.size(); size++) {
    EXPECT_NE(inspect(file.hold(FileBytes(whole.begin(), whole.begin() + size))), "") << size;
  }
}

TEST(HostileFile, EveryFlippedBit) {
  const MemoryFile file;
  FileBytes bytes = TinyElf().write();
  int refused = 0;
  for (std::size_t i = 0; i < bytes.size(); i++) {
    for (int bit = 0; bit < 8; bit++) {
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      refused += inspect(file.hold(bytes)).empty() ? 0 : 1;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(HostileFile, ExtremeHeaderFields) {
  const MemoryFile file;
  const FileBytes whole = TinyElf().write();
  for (const int value : {0x00, 0x7f, 0x80, 0xff}) {
    for (std::size_t i = 0; i + 8 <= whole.size(); i += 4) {
      FileBytes bytes = whole;
      std::memset(bytes.data() + i, value, 8);
      inspect(file.hold(bytes));
    }
  }
}

TEST(HostileFile, NoElfFileAtAll) {
  const MemoryFile file;
  EXPECT_NE(inspect("/tmp"), "");
  EXPECT_NE(inspect("/dev/null"), "");
  EXPECT_NE(inspect("/nonexistent/file"), "");
  EXPECT_NE(inspect(file.hold("")), "");
  EXPECT_NE(
      inspect(file.hold("#!/bin/sh\necho a text file of more than sixty-four bytes, no ELF\n")),
      "");
  const std::string fifo = testing::TempDir() + "tracetoll_fifo_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);  // nobody will ever write to it
  EXPECT_NE(inspect(fifo), "");
  unlink(fifo.c_str());
}

TEST(HostileFile, RecordsThatPointOutside) {
  const MemoryFile file;
  for (std::size_t field = 0; field < 5; field++) {
    TinyElf tiny;
    tiny.sites[field] = 0x7fff0000;
    const std::string error = inspect(file.hold(tiny.write()));
    EXPECT_TRUE(!error.empty() || field == 2)
        << field;  // 2: a marker that nothing loads: no guard is found
  }
  TinyElf backward;
  std::swap(backward.sites[0], backward.sites[1]);
  EXPECT_NE(inspect(file.hold(backward.write())), "");
  TinyElf cut;
  cut.sites.pop_back();
  EXPECT_NE(inspect(file.hold(cut.write())), "");
}

TEST(HostileFile, SymbolsWithoutSizeOrOverOneAnother) {
  const MemoryFile file;
  TinyElf zero;
  zero.symbols[1].st_size = 0;
  EXPECT_NE(inspect(file.hold(zero.write())), "");  // the site lies in no function then
  TinyElf many;
  for (std::uint64_t i = 0; i < 16; i++) {
    Elf64_Sym symbol = many.symbols[1];
    symbol.st_value += i;
    symbol.st_size = 16 - i;
    many.symbols.push_back(symbol);
  }
  const std::string path = file.hold(many.write());
  EXPECT_EQ(inspect(path), "");
  EXPECT_EQ(FunctionTable(ElfFile(path)).functions().size(), 1U);
}

// 100,000 symbols that share one name of 100,000 bytes would be 10 GB of names.
TEST(HostileFile, NamesThatOverlapEndlessly) {
  const MemoryFile file;
  TinyElf tiny;
  tiny.symbol_names = std::string(1, '\0') + std::string(100'000, 'a') + std::string(1, '\0');
  tiny.symbols.resize(100'000, tiny.symbols[1]);
  EXPECT_NE(inspect(file.hold(tiny.write())).find("overlap"), std::string::npos);
}

// 24 doublings: 570 MB, were it demangled.
TEST(HostileFile, ANameThatDoubles) {
  std::string name = "_Z1f1AIiiE";
  for (const char c : std::string("0123456789ABCDEFGHIJKLMN")) {
    const std::string reference = std::string("S") + c + "_";
    name += "S_I" + reference + reference + "E";
  }
  EXPECT_EQ(demangled(name), name);
  EXPECT_EQ(demangled("_ZN9tracetoll4host4call5open_EPKc"),
            "tracetoll::host::call::open_(char const*)");
}

TEST(HostileFile, ARealOneWithFlippedBytes) {
  const MemoryFile file;
  const std::string path = path_from("LAYOUTS") + "/layout_01";
  std::ifstream in(path, std::ios::binary);
  const FileBytes whole((std::istreambuf_iterator<char>(in)), {});
  ASSERT_FALSE(whole.empty());
  std::uint32_t random = 7;
  for (int round = 0; round < 5; round++) {
    FileBytes bytes = whole;
    for (int i = 0; i < 64; i++) {
      random = random * 1664525 + 1013904223;
      bytes[random % bytes.size()] ^= static_cast<char>(1 << (random >> 29));
    }
    inspect(file.hold(bytes));
  }
}

// Each record has the code of all: as many times the code as there are records.
TEST(HostileSites, ThatOverlap) {
  TinyElf elf;
  elf.text.resize(2000, 0x90);
  elf.sites.clear();
  for (int i = 0; i < 150; i++) {
    for (const int field : {TinyElf::kText, TinyElf::kText + 2000, 0, TinyElf::kNames,
                            TinyElf::kNames + 5, 0, 0, 0}) {
      const auto at = static_cast<std::int32_t>(elf.sites.size());
      elf.sites.push_back(at % 8 == 2 ? TinyElf::kSites + 4 * at : field);
    }
  }
  const MemoryFile file;
  EXPECT_THROW(read_sites(ElfFile(file.hold(elf.write()))), InputError);
}

// One guard, whose body of 2000 instructions each record would list once more.
TEST(HostileSites, ThatShareABody) {
  TinyElf elf;
  elf.text.resize(10);
  elf.text.resize(2010, 0x50);
  elf.text.push_back(0xc3);
  elf.symbols[1].st_size = elf.text.size();
  elf.sites.clear();
  for (int i = 0; i < 150; i++) {
    for (const int field : {TinyElf::kText + 10, TinyElf::kText + 12, TinyElf::kMarker,
                            TinyElf::kNames, TinyElf::kNames + 5, 0, 0, 1}) {
      elf.sites.push_back(field);
    }
  }
  const MemoryFile file;
  EXPECT_THROW(read_sites(ElfFile(file.hold(elf.write()))), InputError);
}

}  // namespace
}  // namespace tracetoll
