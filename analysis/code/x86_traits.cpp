#include "x86_traits.hpp"

#include <capstone/capstone.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace tracetoll {

namespace {

using Name = std::string_view;
using Names = std::initializer_list<Name>;

bool starts(Name name, Names heads) {
  return std::ranges::any_of(heads, [&](Name head) { return name.starts_with(head); });
}

bool is(Name name, Names names) {
  return std::ranges::find(names, name) != names.end();
}

constexpr RegisterSet kA = bit(0), kC = bit(1), kD = bit(2), kB = bit(3), kSp = bit(kRsp),
                      kBp = bit(kRbp), kSi = bit(6), kDi = bit(7), kR11 = bit(11),
                      kXmm0 = bit(kFirstVector);
constexpr RegisterSet kXmm0To15 = 0xffffULL << kFirstVector;

struct Implicit {
  Names names;
  RegisterSet read;
  RegisterSet written;
};

// Intel SDM vol. 2. A call's and a system call's arguments are not among them. imul, mul and div
// are the forms with one operand, wider than a byte; disassemble_x86.cpp knows the others.
const Implicit kImplicit[] = {
    {{"mul", "imul"}, kA, kA | kD},
    {{"div", "idiv"}, kA | kD, kA | kD},
    {{"mulx", "vmulx"}, kD, 0},
    {{"cbw", "cwde", "cdqe"}, kA, kA},
    {{"cwd", "cdq", "cqo"}, kA, kD},
    {{"cpuid"}, kA | kC, kA | kB | kC | kD},
    {{"rdtsc"}, 0, kA | kD},
    {{"rdtscp"}, 0, kA | kC | kD},
    {{"rdpmc", "rdmsr", "xgetbv"}, kC, kA | kD},
    {{"wrmsr", "xsetbv"}, kA | kC | kD, 0},
    {{"xsave", "xsave64", "xsavec", "xsavec64", "xsaveopt", "xsaveopt64", "xsaves", "xsaves64",
      "xrstor", "xrstor64", "xrstors", "xrstors64"},
     kA | kD,
     0},
    {{"syscall"}, kA, kA | kC | kR11},
    {{"int"}, kA, kA},
    {{"xbegin"}, 0, kA},
    {{"leave"}, kBp, kSp | kBp},
    {{"enter"}, kSp | kBp, kSp | kBp},
    {{"push", "pushf", "pushfq", "pop", "popf", "popfq", "call", "lcall", "ret", "retf", "retfq",
      "iret", "iretd", "iretq"},
     kSp,
     kSp},
    {{"loop", "loope", "loopne"}, kC, kC},
    {{"jcxz", "jecxz", "jrcxz"}, kC, 0},
    {{"lahf"}, 0, kA},
    {{"sahf"}, kA, 0},
    {{"xlatb"}, kA | kB, kA},
    {{"cmpxchg"}, kA, kA},
    {{"cmpxchg8b", "cmpxchg16b"}, kA | kB | kC | kD, kA | kD},
    {{"movsb", "movsw", "movsq", "cmpsb", "cmpsw", "cmpsq"}, kSi | kDi, kSi | kDi},
    {{"stosb", "stosw", "stosd", "stosq", "scasb", "scasw", "scasd", "scasq"}, kA | kDi, kDi},
    {{"lodsb", "lodsw", "lodsd", "lodsq"}, kSi, kA | kSi},
    {{"insb", "insw", "insd"}, kD | kDi, kDi},
    {{"outsb", "outsw", "outsd"}, kD | kSi, kSi},
    {{"blendvps", "blendvpd", "pblendvb", "sha256rnds2"}, kXmm0, 0},
    {{"pcmpestri", "vpcmpestri"}, kA | kD, kC},
    {{"pcmpestrm", "vpcmpestrm"}, kA | kD, kXmm0},
    {{"pcmpistri", "vpcmpistri"}, 0, kC},
    {{"pcmpistrm", "vpcmpistrm"}, 0, kXmm0},
    {{"maskmovq", "maskmovdqu", "vmaskmovdqu"}, kDi, 0},
    {{"monitor"}, kA | kC | kD, 0},
    {{"mwait"}, kA | kC, 0},
    {{"vzeroall"}, 0, kXmm0To15},
};

// Their operands are read and nothing is written, or only registers that they do not name.
bool only_reads(Name name) {
  return is(name, {"bt",    "call",  "cmp",         "comisd",     "comiss",   "div",      "idiv",
                   "int",   "jmp",   "ldmxcsr",     "lcall",      "lgdt",     "lidt",     "ljmp",
                   "lldt",  "lmsw",  "ltr",         "maskmovdqu", "maskmovq", "mul",      "nop",
                   "out",   "ptest", "ret",         "retf",       "test",     "ucomisd",  "ucomiss",
                   "verr",  "verw",  "vmaskmovdqu", "vldmxcsr",   "wrfsbase", "wrgsbase", "cmpsb",
                   "cmpsw", "cmpsq", "enter",       "ud0",        "xabort",   "xbegin"}) ||
         starts(name,
                {"pcmpestr",  "pcmpistr", "push",    "prefetch", "j",      "loop",   "clflush",
                 "clwb",      "invlpg",   "kortest", "outs",     "scas",   "vcomis", "vpcmpestr",
                 "vpcmpistr", "vptest",   "vtest",   "vucomis",  "xrstor", "fxrstor"});
}

// Their first operand is written whatever it held. The upper parts that a scalar move, conversion
// or root keeps count as not read: compilers clear the register before only to be quick.
bool only_writes(Name name) {
  if (starts(name, {"vfmadd", "vfmsub", "vfnmadd", "vfnmsub", "vgather", "vpgather", "vpermi2",
                    "vpermt2", "vpdp"})) {
    return false;
  }
  return name[0] == 'v' || name[0] == 'k' ||
         starts(name, {"mov",   "set",    "pop",    "cvt",  "sqrt",  "rcp",   "rsqrt",
                       "round", "pmovsx", "pmovzx", "pabs", "pextr", "stos",  "lods",
                       "ins",   "rdrand", "rdseed", "rdfs", "rdgs",  "xsave", "fxsave"}) ||
         is(name, {"aesimc",     "aeskeygenassist",
                   "andn",       "bextr",
                   "blsi",       "blsmsk",
                   "blsr",       "bsf",
                   "bsr",        "bzhi",
                   "extractps",  "in",
                   "lar",        "lddqu",
                   "lea",        "lsl",
                   "lzcnt",      "mulx",
                   "pdep",       "pext",
                   "phminposuw", "pmovmskb",
                   "pshufd",     "pshufhw",
                   "pshuflw",    "pshufw",
                   "rorx",       "sarx",
                   "sgdt",       "shlx",
                   "shrx",       "sidt",
                   "sldt",       "smsw",
                   "stmxcsr",    "str",
                   "tzcnt"});
}

bool is_x87(Name name) {
  return name[0] == 'f' && name != "fxsave" && name != "fxrstor";
}

bool is_packed(Name name) {
  if (name[0] == 'v') name.remove_prefix(1);
  if (is(name, {"pslldq", "psrldq", "pmulhrw"}) || starts(name, {"pcmpestr", "pcmpistr"})) {
    return false;
  }
  if (starts(name, {"pabs",  "padd",   "pand",  "pavg",     "pcmp",   "pconflict",  "phadd",
                    "phsub", "plzcnt", "pmadd", "pmax",     "pmin",   "pmovsx",     "pmovzx",
                    "pmul",  "por",    "prol",  "pror",     "psadbw", "psign",      "psll",
                    "psra",  "psrl",   "psub",  "pternlog", "pxor",   "phminposuw", "mpsadbw"})) {
    return true;
  }
  if (name.starts_with("cvt")) {  // one side is packed: cvtdq2ps, cvtps2dq
    return name.find("dq") != Name::npos || name.find("pd") != Name::npos ||
           name.find("ps") != Name::npos || name.find("ph") != Name::npos;
  }
  return (name.ends_with("ps") || name.ends_with("pd")) &&
         starts(name, {"add",    "cmp",      "div",   "dp",    "fmadd",  "fmsub", "fnmadd",
                       "fnmsub", "hadd",     "hsub",  "max",   "min",    "mul",   "range",
                       "rcp",    "rndscale", "round", "rsqrt", "scalef", "sqrt",  "sub"});
}

X86Traits traits_of(Name name) {
  X86Traits result;
  if (only_writes(name)) result.reads_first = false;
  if (only_reads(name)) {
    result.reads_first = true;
    result.writes_first = false;
  }
  if (is_x87(name)) {  // its registers are no matter here
    const bool store = starts(name, {"fst", "fist", "fbstp", "fnst", "fnsave"});
    result.reads_first = !store;
    result.writes_first = store;
  }
  result.writes_second = is(name, {"xchg", "xadd", "mulx"});
  result.merges_register = is(name, {"movhps", "movhpd", "movlps", "movlpd", "movhlps", "movlhps"});
  result.touches_memory = !is(name, {"lea", "nop", "invlpg"}) &&
                          !starts(name, {"prefetch", "clflush", "clwb", "vgatherpf", "vscatterpf"});
  result.conditional_move = starts(name, {"cmov", "fcmov"});
  result.packed = is_packed(name);
  result.ignores_same =
      is(name, {"xor", "sub", "sbb"}) ||
      starts(name, {"pxor", "xorp", "vpxor", "vxorp", "pcmpeq", "vpcmpeq", "psub", "vpsub"});
  result.string = is(name.substr(0, name.empty() ? 0 : name.size() - 1),
                     {"movs", "cmps", "stos", "scas", "lods", "ins", "outs"}) &&
                  !is(name, {"movss", "cmpss"});
  for (const Implicit& implicit : kImplicit) {
    if (!is(name, implicit.names)) continue;
    result.read = implicit.read;
    result.written = implicit.written;
  }
  return result;
}

std::vector<X86Traits> all_traits() {
  std::vector<X86Traits> result(X86_INS_ENDING);
  csh capstone = 0;
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &capstone) != CS_ERR_OK) return result;
  for (unsigned i = 1; i < X86_INS_ENDING; i++) {
    const char* name = cs_insn_name(capstone, i);
    if (name != nullptr && *name != '\0') result[i] = traits_of(name);
  }
  cs_close(&capstone);
  return result;
}

}  // namespace

const X86Traits& x86_traits(unsigned capstone_number) {
  static const std::vector<X86Traits> kTraits = all_traits();
  return kTraits[capstone_number < kTraits.size() ? capstone_number : 0];
}

}  // namespace tracetoll
