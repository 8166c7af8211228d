// Any file at all gives answers or one InputError, soon: never a crash, an endless loop or another
// exception. Worth as much as the sanitizers it runs under.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "elf_file.hpp"
#include "error.hpp"
#include "fixture_file.hpp"
#include "function_table.hpp"
#include "small_elf.hpp"
#include "source_lines.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

// All that this layer answers. Returns the error, or nothing.
std::string read_all(const std::string& path) {
  try {
    const ElfFile file(path, "");
    const FunctionTable functions(file);
    file.tables("__mcount_loc");
    SourceLines lines(file);
    for (const Function& function : functions.functions()) {
      functions.decode(function);
      lines.at(function.parts[0].begin);
      for (std::uint64_t at = function.parts[0].begin; at < function.parts[0].end; at += 16) {
        lines.inlined(at);
      }
    }
    return "";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with(path)) << error.what();
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    return error.what();
  }
}

std::string read_all(const MemoryFile& file, const std::string& bytes) {
  return read_all(file.hold(std::string_view(bytes)));
}

TEST(SmallElf, IsReadAsItIs) {
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(small_object().write())), "");
  ASSERT_EQ(file.symbols().size(), 4U);
  const Symbol& f = file.symbols()[0];
  const Symbol& g = file.symbols()[1];
  const Symbol& pointer = file.symbols()[2];
  const FunctionTable functions(file);
  ASSERT_EQ(functions.functions().size(), 1U);
  const auto code = functions.decode(functions.functions()[0]);
  ASSERT_EQ(code.size(), 3U);
  EXPECT_EQ(code[0].target, g.address);
  EXPECT_EQ(code[1].data_address, pointer.address);
  std::uint64_t value = 0;
  std::memcpy(&value, file.bytes(pointer.address, 8).data(), 8);
  EXPECT_EQ(value, f.address);
  EXPECT_EQ(file.symbols()[3].address % 8, 0U);
  EXPECT_GT(file.symbols()[3].address, pointer.address);

  const ElfFile nameless(memory.hold(std::string_view(small_object(false).write())), "");
  const FunctionTable found(nameless);
  ASSERT_EQ(found.functions().size(), 1U);
  EXPECT_EQ(found.functions()[0].bytes(), 13U);
  EXPECT_TRUE(found.functions()[0].symbol.starts_with("0x"));
}

TEST(HostileElf, EveryTruncation) {
  const MemoryFile file;
  const std::string whole = small_object().write();
  for (std::size_t size = 0; size < whole.size(); size++) {
    EXPECT_NE(read_all(file, whole.substr(0, size)), "") << size;
  }
}

TEST(HostileElf, EveryFlippedBit) {
  const MemoryFile file;
  for (const bool named : {true, false}) {
    std::string bytes = small_object(named).write();
    int refused = 0;
    for (std::size_t i = 0; i < bytes.size(); i++) {
      for (int bit = 0; bit < 8; bit++) {
        bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
        refused += read_all(file, bytes).empty() ? 0 : 1;
        bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      }
    }
    EXPECT_GT(refused, 100);
  }
}

TEST(HostileElf, ExtremeFields) {
  const MemoryFile file;
  const std::string whole = small_object().write();
  for (const int value : {0x00, 0x7f, 0x80, 0xff}) {
    for (std::size_t i = 0; i + 8 <= whole.size(); i += 4) {
      std::string bytes = whole;
      std::memset(bytes.data() + i, value, 8);
      read_all(file, bytes);
    }
  }
}

struct Refusal {
  const char* what;  // part of the message
  std::function<void(SmallElf&)> spoil;
};

template <typename Record>
void change(std::string& bytes, std::size_t index, const std::function<void(Record&)>& spoil) {
  Record record;
  std::memcpy(&record, bytes.data() + index * sizeof record, sizeof record);
  spoil(record);
  std::memcpy(bytes.data() + index * sizeof record, &record, sizeof record);
}

TEST(HostileElf, WhatIsWrongIsNamed) {
  const auto rela = [](std::uint64_t offset, std::uint64_t symbol) {
    return [=](SmallElf& elf) {
      change<Elf64_Rela>(elf.sections[kTextRela].bytes, 0, [=](Elf64_Rela& entry) {
        entry.r_offset = offset;
        entry.r_info = ELF64_R_INFO(symbol, R_X86_64_PLT32);
      });
    };
  };
  const auto symbol = [](std::uint16_t section, std::uint64_t size) {
    return [=](SmallElf& elf) {
      change<Elf64_Sym>(elf.sections[kSymbols].bytes, 5, [=](Elf64_Sym& entry) {
        entry.st_shndx = section;
        entry.st_size = size;
      });
    };
  };
  const Refusal kRefusals[] = {
      {"relocation 0 of .text: it has no such symbol", rela(1, 6)},
      {"relocation 0 of .text: it has no such symbol", rela(1, 0xffffffff)},
      {"relocation 0 of .text: outside the section", rela(13, 3)},
      {"relocation 0 of .text: outside the section", rela(17, 3)},
      {"relocation 0 of .text: outside the section", rela(~std::uint64_t{0}, 3)},
      {"section 99", [](SmallElf& elf) { elf.sections[kTextRela].info = 99; }},
      {"section 99", [](SmallElf& elf) { elf.sections[kSymbols].link = 99; }},
      {"symbol 5 lies in section 77", symbol(77, 24)},
      {"symbol 5 has size", symbol(SHN_COMMON, ~std::uint64_t{0})},
      {"symbol 5 lies in section 65535", symbol(SHN_XINDEX, 24)},
      {"alignment 3", [](SmallElf& elf) { elf.sections[kData].alignment = 3; }},
      {"section 2 has size", [](SmallElf& elf) { elf.sections[kData].alignment = 1ULL << 63; }},
      {"broken .eh_frame", [](SmallElf& elf) { elf.sections[kFrame].bytes[24] = 0x7f; }},
      {"for machine 8 (MIPS): only x86-64 and arm64", [](SmallElf& elf) { elf.machine = EM_MIPS; }},
      {"for machine 4711: only", [](SmallElf& elf) { elf.machine = 4711; }},
      {"core dump", [](SmallElf& elf) { elf.type = ET_CORE; }},
      {"unknown type 0", [](SmallElf& elf) { elf.type = ET_NONE; }},
  };
  const MemoryFile file;
  EXPECT_EQ(read_all(file, small_object().write()), "");
  for (const Refusal& refusal : kRefusals) {
    SmallElf elf = small_object();
    refusal.spoil(elf);
    const std::string error = read_all(file, elf.write());
    EXPECT_NE(error.find(refusal.what), std::string::npos) << refusal.what << ": " << error;
  }
}

TEST(HostileElf, OtherClassesAndByteOrders) {
  const MemoryFile file;
  const auto with = [&](int index, char value) {
    std::string bytes = small_object().write();
    bytes[index] = value;
    return read_all(file, bytes);
  };
  EXPECT_NE(with(EI_CLASS, ELFCLASS32).find("a 32-bit ELF file: only x86-64 and arm64"),
            std::string::npos);
  EXPECT_NE(with(EI_DATA, ELFDATA2MSB).find("a big-endian ELF file: only"), std::string::npos);
  EXPECT_NE(with(EI_CLASS, 9), "");
  EXPECT_NE(with(EI_DATA, 9), "");
}

// A file that links to itself, a symbol table that is its own names: nothing follows them in turn.
TEST(HostileElf, LinksInACircle) {
  const MemoryFile file;
  SmallElf elf = small_object();
  elf.sections[kSymbols].link = kSymbols;
  elf.sections[kTextRela].link = kTextRela;
  elf.sections[kDataRela].info = kDataRela;
  read_all(file, elf.write());
  elf.type = ET_DYN;
  elf.sections[kTextRela].flags |= SHF_ALLOC;
  elf.sections[kTextRela].info = kTextRela;
  read_all(file, elf.write());
}

// 1,000 sections that are each the whole of 1 MB.
TEST(HostileElf, SectionsThatOverlapEndlessly) {
  const MemoryFile file;
  SmallElf elf;
  elf.sections.resize(1000, {".rela.text", SHT_RELA, 0, {}});
  elf.sections[1] = {".text", SHT_PROGBITS, SHF_ALLOC, std::string(1 << 20, 'a')};
  std::string bytes = elf.write();
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (std::size_t i = 2; i < 1000; i++) {
    Elf64_Shdr section;
    char* at = bytes.data() + header.e_shoff + i * sizeof section;
    std::memcpy(&section, at, sizeof section);
    section.sh_offset = 0;
    section.sh_size = 1 << 20;
    std::memcpy(at, &section, sizeof section);
  }
  EXPECT_NE(read_all(file, bytes).find("overlap endlessly"), std::string::npos);
}

TEST(HostileElf, NoFileToRead) {
  EXPECT_NE(read_all("/tmp").find("not a regular file"), std::string::npos);
  EXPECT_NE(read_all("/dev/zero").find("not a regular file"), std::string::npos);
  EXPECT_NE(read_all("/nonexistent/file"), "");
  const std::string fifo = testing::TempDir() + "tracetoll_code_fifo_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);  // nobody will ever write to it
  EXPECT_NE(read_all(fifo).find("not a regular file"), std::string::npos);
  unlink(fifo.c_str());
}

TEST(HostileElf, NoPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = testing::TempDir() + "tracetoll_code_shut_" + std::to_string(getpid());
  std::ofstream(path) << "text";
  chmod(path.c_str(), 0);
  EXPECT_NE(read_all(path).find("Permission denied"), std::string::npos);
  unlink(path.c_str());
}

// Four bytes say that a section unpacks to 1 TB.
TEST(HostileElf, DebugDataThatUnpacksToMuch) {
  const MemoryFile file;
  for (const std::uint64_t size : {std::uint64_t{1} << 40, std::uint64_t{100} << 20}) {
    Elf64_Chdr header{};
    header.ch_type = ELFCOMPRESS_ZLIB;
    header.ch_size = size;
    header.ch_addralign = 1;
    SmallElf elf = small_object();
    elf.sections.push_back({".debug_info", SHT_PROGBITS, SHF_COMPRESSED,
                            bytes_of(std::vector{header}) + std::string(100, 'x')});
    const std::string path = file.hold(std::string_view(elf.write()));
    const ElfFile opened(path, "");
    EXPECT_TRUE(SourceLines(opened).absent().starts_with("the debug data is not unpacked"));
  }
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {(std::istreambuf_iterator<char>(in)), {}};
}

// Relocations, debug data, packed and not, of real files, a few bytes at a time.
TEST(HostileElf, RealOnesWithFlippedBytes) {
  const MemoryFile file;
  std::uint32_t random = 7;
  const auto next = [&random] {
    random = random * 1664525 + 1013904223;
    return random >> 8;
  };
  for (const char* name : {"X86_OBJECT", "X86_PIE", "X86_DWARF4", "X86_PACKED", "CLANG_OBJECT",
                           "CLANG_DWARF4", "X86_PACKED_OBJECT"}) {
    if (fixture_path(name).empty()) continue;
    const std::string whole = read(fixture_path(name));
    ASSERT_FALSE(whole.empty());
    for (int round = 0; round < 300; round++) {
      std::string bytes = whole;
      for (std::uint32_t i = 0; i < 1U << round % 6; i++) {
        const std::size_t at = 64 + next() % (bytes.size() - 64);
        bytes[at] = static_cast<char>(next());
      }
      read_all(file, bytes);
    }
  }
}

// Their addresses are given by .symtab, which is not there: reading them read outside a vector.
TEST(HostileElf, DynamicSymbolsInARelocatableFile) {
  SmallElf elf = small_object();
  elf.sections[kSymbols].type = SHT_DYNSYM;
  elf.sections[kTextRela].type = elf.sections[kDataRela].type = elf.sections[kFrameRela].type =
      SHT_PROGBITS;
  const MemoryFile memory;
  const ElfFile file(memory.hold(std::string_view(elf.write())), "");
  EXPECT_TRUE(file.symbols().empty());
}

}  // namespace
}  // namespace tracetoll
