#include "event_names.hpp"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <algorithm>

#include "error.hpp"
#include "every_cpu.hpp"
#include "generic_events.hpp"
#include "libpfm.hpp"

namespace tracetoll {
namespace {

const CpuModel kSkylake = model_of(Cpu::kSkylake);

Event event(const std::string& name, const CpuModel& cpu = kSkylake) {
  const ParsedEvent parsed = parse_event(name, cpu);
  EXPECT_TRUE(parsed.event) << name << ": " << parsed.reason;
  return parsed.event.value_or(Event{});
}

std::string reason(const std::string& name, const CpuModel& cpu = kSkylake) {
  const ParsedEvent parsed = parse_event(name, cpu);
  EXPECT_FALSE(parsed.event) << name;
  EXPECT_EQ(std::ranges::count(parsed.reason, '\n'), 0) << parsed.reason;
  return parsed.reason;
}

std::string complaint(const std::string& name, const CpuModel& cpu = kSkylake) {
  try {
    parse_event(name, cpu);
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_TRUE(std::ranges::none_of(text, [](char c) { return c < ' '; })) << text;
    EXPECT_LT(text.size(), 400U) << text;
    return text;
  }
  ADD_FAILURE() << "'" << name.substr(0, 40) << "' was taken";
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

#define SKIP_WITHOUT_LIBPFM() \
  if (const std::string missing = libpfm::missing(); !missing.empty()) GTEST_SKIP() << missing

TEST(GenericEvents, AreThoseOfTheKernel) {
  EXPECT_EQ(event("cycles").type, static_cast<std::uint32_t>(PERF_TYPE_HARDWARE));
  EXPECT_EQ(event("cycles").config, static_cast<std::uint64_t>(PERF_COUNT_HW_CPU_CYCLES));
  EXPECT_EQ(event("branch-misses").config, static_cast<std::uint64_t>(PERF_COUNT_HW_BRANCH_MISSES));
  EXPECT_EQ(event("task-clock").type, static_cast<std::uint32_t>(PERF_TYPE_SOFTWARE));
  EXPECT_EQ(event("L1-icache-load-misses").config, 0x10001U);  // L1I, read, miss
  EXPECT_EQ(event("dTLB-stores").config, 0x00103U);
  EXPECT_EQ(event("LLC-prefetch-misses").config, 0x10202U);
  EXPECT_EQ(event("branch-loads").config, 0x00005U);
}

// Under two names a report would show one event twice.
TEST(GenericEvents, AliasesAreOneEvent) {
  EXPECT_EQ(event("cpu-cycles").name, "cycles");
  EXPECT_EQ(event("branch-instructions").name, "branches");
  EXPECT_EQ(event("cs").name, "context-switches");
  EXPECT_EQ(event("faults").name, "page-faults");
  EXPECT_EQ(event("llc-LOADS").name, "LLC-loads");
}

// perf's table of pairs: there is no store to an instruction cache.
TEST(GenericEvents, ThereAreNoPairsThatPerfLacks) {
  for (const char* name : {"L1-icache-stores", "iTLB-stores", "branch-stores", "iTLB-prefetches"})
    EXPECT_FALSE(generic_event(name)) << name;
  for (const std::string& name : generic_event_names()) EXPECT_TRUE(generic_event(name)) << name;
}

TEST(Modifiers, ChooseTheModes) {
  EXPECT_TRUE(event("cycles").user);
  EXPECT_FALSE(event("cycles").kernel);
  EXPECT_FALSE(event("cycles:k").user);
  EXPECT_TRUE(event("cycles:k").kernel);
  for (const char* name : {"cycles:uk", "cycles:ku"}) {
    EXPECT_TRUE(event(name).user && event(name).kernel);
    EXPECT_EQ(event(name).name, "cycles:uk");
  }
  EXPECT_EQ(event("cycles:u").name, "cycles");
  EXPECT_EQ(event("r1c4:k").name, "r1c4:k");
}

// Without the kernel's part context switches count 0 forever, and a 0 looks like good news.
TEST(Modifiers, SwitchesAndMigrationsAreTheKernels) {
  EXPECT_TRUE(event("context-switches").kernel);
  EXPECT_TRUE(event("migrations").kernel);
  EXPECT_FALSE(event("page-faults").kernel);
  EXPECT_TRUE(contains(reason("context-switches:u"), "happen in the kernel"));
}

TEST(RawEvents, AreTheBitsOfConfig) {
  EXPECT_EQ(event("r1c4").type, static_cast<std::uint32_t>(PERF_TYPE_RAW));
  EXPECT_EQ(event("r1c4").config, 0x1c4U);
  EXPECT_EQ(event("r0x10000188e").config, 0x10000188eU);
  EXPECT_EQ(event("rFFFFFFFFFFFFFFFF").config, ~std::uint64_t{0});
  EXPECT_EQ(event("r81d0").known, Known::kLoads);  // by its bits
  EXPECT_EQ(event("r81d0", model_of(Cpu::kZen3)).known, Known::kNothing);
}

TEST(OurEvents, AreTheCpusOwn) {
  EXPECT_EQ(event("loads").config, 0x81d0U);
  EXPECT_EQ(event("loads", model_of(Cpu::kZen3)).config, 0x0129U);
  EXPECT_EQ(event("loads", model_of(Cpu::kNeoverseV1)).config, 0x70U);
  EXPECT_EQ(event("op-cache-miss-instructions").config1, 0x01U);
  EXPECT_EQ(event("top-down-retired").together, "top-down");
}

TEST(OurEvents, OfAnotherCpuHaveAReason) {
  EXPECT_EQ(reason("top-down-smt"), "top-down-smt is an event of Zen 4, Zen 5; this is Skylake");
  EXPECT_TRUE(contains(reason("op-cache-misses"), "op-cache-miss-instructions"));
  EXPECT_TRUE(contains(reason("top-down-slots", model_of(Cpu::kZen2)), "Zen 2 does not count"));
  EXPECT_TRUE(
      contains(reason("conditional-branches", model_of(Cpu::kNeoverseN1)), "retired-branches"));
  EXPECT_TRUE(contains(reason("loads", model_of(Cpu::kUnknown)), "this is an unknown CPU"));
}

TEST(LibpfmEvents, WithAndWithoutTheirPmu) {
  SKIP_WITHOUT_LIBPFM();
  for (const char* name : {"skl::MEM_INST_RETIRED:ALL_LOADS", "MEM_INST_RETIRED:ALL_LOADS"}) {
    EXPECT_EQ(event(name).config, 0x81d0U);
    EXPECT_EQ(event(name).known, Known::kLoads);
    EXPECT_EQ(event(name).name, name);
    EXPECT_FALSE(event(name).kernel);
    EXPECT_TRUE(event(std::string(name) + ":uk").kernel);
  }
  EXPECT_EQ(event("FRONTEND_RETIRED:DSB_MISS").config1, 0x11U);
  EXPECT_EQ(event("INST_RETIRED:ANY_P:c=1").config, 0x010000c0U);  // libpfm4's own modifiers
}

TEST(LibpfmEvents, OfAnotherCpuHaveAReason) {
  SKIP_WITHOUT_LIBPFM();
  EXPECT_EQ(
      reason("OP_CACHE_HIT_MISS:OC_MISS")
          .rfind("OP_CACHE_HIT_MISS:OC_MISS is an event of amd64_fam19h_zen3, amd64_fam19h_zen4",
                 0),
      0U);
  EXPECT_TRUE(contains(reason("icl::INST_RETIRED:NOP"), "Icelake; this is Skylake"));
}

// Skylake-SP has counters that Skylake lacks, and the other way round.
TEST(LibpfmEvents, OfASisterCpuAreAnotherCpus) {
  SKIP_WITHOUT_LIBPFM();
  EXPECT_TRUE(contains(reason("skx::INST_RETIRED:ANY_P"), "this is Skylake"));
  EXPECT_EQ(event("clx::INST_RETIRED:ANY_P", model_of(Cpu::kSkylakeServer)).config, 0xc0U);
}

// Opened for a thread, these would count what the whole socket does, or a bare number of a core
// event: libpfm4 gives rapl's as raw event 2.
TEST(LibpfmEvents, OfASocketAreRefused) {
  SKIP_WITHOUT_LIBPFM();
  for (const char* name : {"skx_unc_imc0::UNC_M_CLOCKTICKS", "rapl::RAPL_ENERGY_PKG"})
    EXPECT_TRUE(contains(reason(name), "not for a thread")) << name;
}

// libpfm4 gives the bits of another event for these; a count of it would look plausible.
TEST(LibpfmEvents, ThatAreEncodedWronglyAreRefused) {
  SKIP_WITHOUT_LIBPFM();
  const CpuModel ice_lake = model_of(Cpu::kIceLake);
  for (const char* name : {"icl::TOPDOWN:BACKEND_BOUND_SLOTS", "topdown:backend_bound_slots"})
    EXPECT_TRUE(contains(reason(name, ice_lake), "another event")) << name;
  EXPECT_EQ(event("TOPDOWN:SLOTS", ice_lake).config, 0x0400U);
  EXPECT_EQ(event("TOPDOWN:SLOTS_P", ice_lake).config, 0x01a4U);
}

// An old libpfm4's silence about a new CPU is not the CPU's.
TEST(LibpfmEvents, OfACpuThatLibpfmLacksSaySo) {
  SKIP_WITHOUT_LIBPFM();
  CpuModel unheard_of = model_of(Cpu::kZen5);
  unheard_of.pmus = {"amd64_of_tomorrow"};
  EXPECT_TRUE(contains(reason("OP_CACHE_HIT_MISS:OC_MISS", unheard_of), "libpfm4 does not have"));
}

// Whoever builds without libpfm4 must read that, not that the event does not exist.
TEST(LibpfmEvents, WithoutTheLibrarySaySo) {
  if (libpfm::missing().empty()) GTEST_SKIP() << "this build has libpfm4";
  for (const char* name : {"skl::INST_RETIRED:ANY_P", "INST_RETIRED:ANY_P"})
    EXPECT_TRUE(contains(reason(name), "libpfm4")) << name;
}

TEST(UnknownEvents, HaveNearOnes) {
  EXPECT_EQ(complaint("cycels"), "unknown event 'cycels'; did you mean cycles?");
  EXPECT_TRUE(contains(complaint("conditional-branchs"), "did you mean conditional-branches"));
  EXPECT_TRUE(contains(complaint("L1-icache-load-miss"), "L1-icache-load-misses"));
}

TEST(UnknownEvents, OfLibpfmHaveNearOnes) {
  SKIP_WITHOUT_LIBPFM();
  EXPECT_TRUE(contains(complaint("mem_inst_retired:all_load"), "MEM_INST_RETIRED:ALL_LOADS"));
  EXPECT_TRUE(contains(complaint("skl::MEM_INST_RETIRED:ALL_LOAD"),
                       "did you mean skl::MEM_INST_RETIRED:ALL_LOADS"));
  // none near: its unit masks
  EXPECT_TRUE(contains(complaint("skl::MEM_INST_RETIRED:XYZZYXYZZYXYZZYXYZZY"),
                       "did you mean skl::MEM_INST_RETIRED:"));
  EXPECT_TRUE(contains(complaint("sklx::INST_RETIRED"), "no PMU 'sklx'"));
}

TEST(UnknownEvents, FarOnesSayWhereToLook) {
  EXPECT_TRUE(contains(complaint("zzzzzzzzzzzz"), "perf list"));
  EXPECT_TRUE(contains(complaint("syscalls:sys_enter_read"), "unknown event"));
  EXPECT_TRUE(contains(complaint("rxyz"), "unknown event 'rxyz'"));
}

TEST(BadNames, AreOneLine) {
  EXPECT_TRUE(contains(complaint(""), "no name"));
  EXPECT_TRUE(contains(complaint(std::string(10'000, 'a')), "10000 characters"));
  EXPECT_TRUE(contains(complaint("cyc\nles"), "cyc?les"));
  EXPECT_TRUE(contains(complaint("cycles\x1b[31m"), "control character"));
  EXPECT_TRUE(contains(complaint("cycles "), "blank"));
  EXPECT_TRUE(contains(complaint("r"), "hexadecimal"));
  EXPECT_TRUE(contains(complaint("r0x"), "hexadecimal"));
  EXPECT_TRUE(contains(complaint("r12345678901234567890"), "64 bits"));
  EXPECT_TRUE(contains(complaint(":u"), "no name before"));
  EXPECT_TRUE(contains(complaint("::"), "no name before"));
  EXPECT_TRUE(contains(complaint("cycles:q"), "no modifier 'q'"));
  EXPECT_TRUE(contains(complaint("loads:ppp"), "no modifier 'ppp'"));
  EXPECT_TRUE(contains(complaint("r1c4:h"), "no modifier 'h'"));
  EXPECT_TRUE(contains(complaint("cycles:u:k"), "two modifiers"));
  EXPECT_TRUE(contains(complaint("cpu/event=0xc4/"), "rNNN"));
}

// Names that a fuzzer would try: each is an event, a reason or one line of complaint.
TEST(BadNames, NeverCrash) {
  const std::string pieces[] = {"skl", "::", ":", "r", "0x", "cycles", "u", "c=", "TOPDOWN"};
  for (const std::string& a : pieces)
    for (const std::string& b : pieces)
      for (const std::string& c : pieces) try {
          const ParsedEvent parsed = parse_event(a + b + c, kSkylake);
          EXPECT_TRUE(parsed.event || !parsed.reason.empty()) << a + b + c;
        } catch (const InputError&) {
        }
}

// What a run counts by default must be countable, and hold the four that every report has.
TEST(UsualEvents, AreAllEvents) {
  for (const Cpu cpu : kEveryCpu) {
    const CpuModel model = model_of(cpu);
    const std::vector<std::string> names = usual_events(model);
    EXPECT_GE(names.size(), 8U);
    for (const std::string& name : names) EXPECT_TRUE(parse_event(name, model).event) << name;
  }
  EXPECT_EQ(usual_events(model_of(Cpu::kUnknown)),
            (std::vector<std::string>{"cycles", "instructions", "branches", "branch-misses"}));
}

// Level 1 of Skylake needs the whole core: with SMT its events would be counted for nothing.
TEST(UsualEvents, LeaveOutATopDownThatCannotBe) {
  CpuModel skylake = kSkylake;
  const auto has_top_down = [](const std::vector<std::string>& names) {
    return std::ranges::find(names, "top-down-retired") != names.end();
  };
  EXPECT_TRUE(has_top_down(usual_events(skylake)));
  skylake.smt_active = true;
  EXPECT_FALSE(has_top_down(usual_events(skylake)));
}

}  // namespace
}  // namespace tracetoll
