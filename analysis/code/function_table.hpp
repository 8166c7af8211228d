// The functions of an ELF file, each with the parts that the compiler split off it.
//
// GCC moves unlikely blocks into `fn.cold`, a symbol of its own in .text.unlikely. It is the same
// function: jumps lead there and back. Parts that are called (fn.part.0, fn.constprop.0) have a
// frame of their own and stay functions of their own; parent() says what they were made of.
//
// Code that no symbol covers is split where .eh_frame says so; such a function's symbol is its
// address, "0x401230". A stripped file without .eh_frame has no functions here.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "code_range.hpp"
#include "disassembly.hpp"
#include "elf_file.hpp"

namespace tracetoll {

struct Function {
  std::string symbol;
  std::vector<CodeRange> parts;  // the function itself, then its cold parts

  std::string name() const { return demangled(symbol); }
  // "fn" of a compiler's copy, "fn.constprop.0" or "fn.part.0.isra.1"; else the symbol itself.
  std::string parent() const;
  // A cold part whose function is not in the table.
  bool is_cold_part() const;
  std::uint64_t bytes() const;
  bool contains(std::uint64_t address) const;
};

class FunctionTable {
 public:
  // Symbols without code, or inside another symbol's code, are left out: so no byte is counted
  // twice.
  explicit FunctionTable(const ElfFile& file);

  Machine machine() const { return file_.machine(); }
  const std::vector<Function>& functions() const { return functions_; }
  const Function* at(std::uint64_t address) const;           // which function holds the address
  const Function* starting_at(std::uint64_t address) const;  // at its first byte
  // The functions of one C++ namespace, "tracetoll::host::call::", of inner ones and of its
  // lambdas.
  std::vector<const Function*> in_namespace(std::string_view name) const;

  // All parts, decoded, in order of address. A kernel's jump to its return thunk is a return.
  std::vector<Instruction> decode(const Function& function) const;

 private:
  struct Part {
    CodeRange range;
    std::size_t function;
  };

  void name_returns(std::vector<Instruction>& code) const;

  const ElfFile& file_;
  Disassembler disassembler_;
  std::vector<Function> functions_;
  std::vector<Part> parts_;                // sorted, without overlap
  std::set<std::uint64_t> return_thunks_;  // where code jumps to return
};

}  // namespace tracetoll
