// The twins of twins.c as the build's compiler made them: what it took from each function for the
// marker must be named, and nothing else. The columns differ where the compilers do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "listed.hpp"
#include "twin_causes.hpp"
#include "twin_function.hpp"
#include "twin_json.hpp"
#include "twin_text.hpp"

namespace tracetoll {
namespace {

#ifdef __clang__
constexpr bool kClang = true;
#else
constexpr bool kClang = false;
#endif

struct Build {
  ElfFile file;
  FunctionTable functions;
  AddressNames names;
  std::vector<Site> sites;

  explicit Build(const char* variable)
      : file(std::getenv(variable)),
        functions(file),
        names(file, functions),
        sites(read_sites(file)) {}

  const Function& named(const std::string& name) const {
    const auto& all = functions.functions();
    const auto found = std::ranges::find(all, name, &Function::symbol);
    if (found == all.end()) throw std::runtime_error("no function " + name);
    return *found;
  }

  TwinSide side(const std::string& name) const {
    const Function& function = named(name);
    return {file.path(), file.machine(),
            twin_function(file, functions, names, function, own_site_code(function, sites))};
  }
};

class Twins : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (std::getenv("TT_TWINS_NONE") == nullptr) return;
    none_ = new Build("TT_TWINS_NONE");
    call_ = new Build("TT_TWINS_CALL");
    no_plt_ = new Build("TT_TWINS_NO_PLT");
    object_ = new Build("TT_TWINS_OBJECT");
  }
  static void TearDownTestSuite() {
    delete none_;
    delete call_;
    delete no_plt_;
    delete object_;
  }
  void SetUp() override {
    if (none_ == nullptr) GTEST_SKIP() << "TT_TWINS_NONE is not set: run by meson test";
  }

  static Twin of(const std::string& name) {
    return twin(name, none_->side(name), call_->side(name));
  }

  static Build* none_;
  static Build* call_;
  static Build* no_plt_;  // linked, with -fno-plt
  static Build* object_;  // relocatable, with -fno-plt
};
Build* Twins::none_ = nullptr;
Build* Twins::call_ = nullptr;
Build* Twins::no_plt_ = nullptr;
Build* Twins::object_ = nullptr;

bool has(const Twin& twin, CauseKind kind, Toll toll) {
  return std::ranges::any_of(twin.causes, [&](const TwinCause& cause) {
    return cause.kind == kind && (cause.toll == toll);
  });
}

// What each marker takes; all that is not listed must not be claimed.
enum In { kNever = 0, kGcc = 1, kBoth = 3, kOnlyClang = 2 };
struct Row {
  const char* function;
  CauseKind kind;
  Toll toll;
  In in;
};
constexpr Row kRows[] = {
    {"early_return", CauseKind::entry_saves, Toll::more, kGcc},  // clang 14 saves in both
    {"early_return", CauseKind::tail_call, Toll::more, kNever},
    {"tail", CauseKind::tail_call, Toll::more, kBoth},
    {"tail", CauseKind::entry_saves, Toll::more, kBoth},
    {"tail", CauseKind::conditional_move, Toll::open, kNever},
    {"choice", CauseKind::conditional_move, Toll::open, kBoth},
    {"choice", CauseKind::unrolling, Toll::more, kNever},
    {"choices", CauseKind::conditional_move, Toll::open, kGcc},
    {"choices", CauseKind::unrolling, Toll::more, kOnlyClang},
    {"sum", CauseKind::vectorisation, Toll::more, kBoth},
    {"sum", CauseKind::conditional_move, Toll::open, kNever},
    {"chase", CauseKind::unrolling, Toll::more, kOnlyClang},
    {"chase", CauseKind::vectorisation, Toll::more, kNever},
    {"pressure", CauseKind::frame, Toll::more, kBoth},
    {"through_pointer", CauseKind::tail_call, Toll::more, kBoth},
    {"through_pointer", CauseKind::calls, Toll::more, kNever},
    {"leaf", CauseKind::frame, Toll::more, kOnlyClang},  // it pushes on every path
    {"leaf", CauseKind::frame, Toll::open, kGcc},
    {"leaf", CauseKind::size, Toll::more, kBoth},
    {"sum", CauseKind::size, Toll::more, kNever},
    {"sum", CauseKind::size, Toll::less, kNever},
    {"pressure", CauseKind::spills, Toll::more, kGcc},
};

TEST_F(Twins, NameWhatTheMarkerTook) {
  for (const Row& row : kRows) {
    const Twin twin = of(row.function);
    EXPECT_EQ(has(twin, row.kind, row.toll), (row.in & (kClang ? kOnlyClang : kGcc)) != 0)
        << row.function << ": " << name_of(row.kind) << "\n"
        << twin_text(twin);
  }
}

TEST_F(Twins, GuardsAreToldFromTheRest) {
  for (const char* name :
       {"early_return", "tail", "choice", "choices", "sum", "chase", "pressure"}) {
    const TwinSide side = call_->side(name);
    EXPECT_EQ(side.function->sites.sites, 1) << name;
    EXPECT_EQ(side.function->sites.unread, 0) << name;
    EXPECT_EQ(side.function->sites.conditional_branches, 1) << name;
    EXPECT_EQ(side.function->sites.instructions, kClang ? 2 : 3) << name;
  }
}

TEST_F(Twins, AnUnmarkedFunctionIsTheSame) {
  const Twin twin = of("unmarked");
  for (const TwinCause& cause : twin.causes) EXPECT_EQ(cause.toll, Toll::open) << twin_text(twin);
  for (const TwinFigure& figure : twin.figures) {
    if (figure.name.ends_with("cache_lines")) continue;  // where it lies is the linker's choice
    EXPECT_EQ(figure.difference(), 0) << figure.name;
  }
}

TEST_F(Twins, ABuildIsItsOwnTwin) {
  for (const Function& function : call_->functions.functions()) {
    const TwinSide side = call_->side(function.symbol);
    EXPECT_TRUE(twin("f", side, side).causes.empty()) << function.symbol;
  }
}

// Another way to the same callee is no callee that came or went.
TEST_F(Twins, ACalleeIsTheSameThroughStubAndSlot) {
  for (const Build* build : {no_plt_, object_}) {
    for (const char* name : {"parsed", "parsed_last", "unmarked"}) {
      const Twin twin = tracetoll::twin(name, none_->side(name), build->side(name));
      for (const TwinCause& cause : twin.causes) {
        EXPECT_EQ(cause.words.find("no longer called"), std::string::npos) << cause.words;
        // clang loads the slot into a register where it calls twice: that is an indirect call.
        if (kClang && cause.words.find("indirect call") != std::string::npos) continue;
        EXPECT_NE(cause.kind, CauseKind::calls) << twin_text(twin);
        EXPECT_NE(cause.kind, CauseKind::inlining) << twin_text(twin);
        EXPECT_NE(cause.kind, CauseKind::tail_call) << twin_text(twin);
      }
    }
    const TwinFunction parsed = *build->side("parsed_last").function;
    EXPECT_NE(std::ranges::count(parsed.callees, "strtol@got"), 0) << build->file.path();
  }
}

// Two ways to tell the hot path; apart they would give sites what is not theirs. (All NOPs here are
// padding.)
TEST_F(Twins, TheHotPathIsTheOneOfTheFigures) {
  for (const Build* build : {none_, call_}) {
    for (const Function& function : build->functions.functions()) {
      const TwinFunction twin = *build->side(function.symbol).function;
      const auto hot = hot_addresses(twin, [](const Instruction& i) { return !i.nop; });
      EXPECT_EQ(std::ssize(hot), twin.shape.hot.instructions) << function.symbol;
    }
  }
}

// What the sets say is there for a site's operands is counted as that, and only on the hot path.
TEST_F(Twins, OperandsAndColdSitesAreCountedApart) {
  const Function& function = call_->named("pressure");
  SiteCode sites = own_site_code(function, call_->sites);
  const TwinFunction plain = *call_->side("pressure").function;
  const auto hot = [&](const Instruction& i) {
    return plain.hot(i) && !plain.of_sites.contains(i.address);
  };
  const auto load = std::ranges::find_if(plain.code, hot);
  ASSERT_NE(load, plain.code.end());
  sites.for_operands = {load->address, *plain.guarded.begin()};
  sites.for_operands.insert(*plain.of_sites.begin());  // a site's own first
  const TwinFunction counted =
      twin_function(call_->file, call_->functions, call_->names, function, sites);
  EXPECT_EQ(counted.sites.operand_instructions, 1);
  EXPECT_EQ(counted.sites.operand_bytes, load->size);
  EXPECT_EQ(counted.sites.instructions, plain.sites.instructions);
  EXPECT_EQ(counted.sites.bytes, plain.sites.bytes);
  sites.of_sites.insert(load->address);
  const CodeRange cold[] = {{load->address, load->end()}};
  const TwinFunction moved =
      twin_function(call_->file, call_->functions, call_->names, function, sites, cold);
  EXPECT_EQ(moved.sites.operand_instructions, 0);
  EXPECT_EQ(moved.sites.instructions, plain.sites.instructions);
  EXPECT_EQ(moved.sites.off_hot_instructions, 1);
}

// The other way round every cause must turn: what a marker takes, its removal gives back.
TEST_F(Twins, TurnedRoundCausesTurn) {
  for (const char* name :
       {"early_return", "tail", "choice", "choices", "sum", "chase", "pressure"}) {
    const Twin there = of(name);
    const Twin back = twin(name, call_->side(name), none_->side(name));
    ASSERT_EQ(there.causes.size(), back.causes.size()) << twin_text(there) << twin_text(back);
    for (const TwinCause& cause : there.causes) {
      const Toll turned = cause.toll == Toll::more   ? Toll::less
                          : cause.toll == Toll::less ? Toll::more
                                                     : Toll::open;
      // Less code is not claimed to be less to do.
      if (cause.kind == CauseKind::size && turned == Toll::less) {
        EXPECT_TRUE(has(back, cause.kind, Toll::open)) << name << ": " << cause.words;
        continue;
      }
      if (cause.kind == CauseKind::size) continue;
      EXPECT_TRUE(has(back, cause.kind, turned)) << name << ": " << cause.words;
    }
  }
}

std::vector<ListedInstruction> listing_of(const Build& build, const TwinFunction& function) {
  const Disassembler disassembler(build.file.machine());
  ListingSource source;
  source.machine = build.file.machine();
  source.code = function.code;
  source.text = [&](const Instruction& instruction) {
    const auto size = static_cast<std::uint64_t>(instruction.size);
    return disassembler.text(build.file.bytes(instruction.address, size), instruction.address);
  };
  source.symbol = [&](std::uint64_t address) { return build.names.at(address); };
  source.guarded = &function.guarded;
  source.of_sites = &function.of_sites;
  return listed(source);
}

// Two links of the same code at other addresses: any row that is not the same is an address that
// got into the texts.
TEST_F(Twins, ListingsKnowNoAddresses) {
  const TwinFunction before = *none_->side("unmarked").function;
  const TwinFunction after = *call_->side("unmarked").function;
  ASSERT_NE(before.code[0].address, after.code[0].address);
  const auto left = listing_of(*none_, before), right = listing_of(*call_, after);
  const Listing listing = aligned_listing(left, right);
  for (const ListingRow& row : listing.rows) {
    EXPECT_EQ(row.mark, Mark::same) << listing_text(listing, {});
  }
}

TEST_F(Twins, ListingsMarkTheGuardAndItsBody) {
  const TwinFunction before = *none_->side("pressure").function;
  const TwinFunction after = *call_->side("pressure").function;
  const auto left = listing_of(*none_, before), right = listing_of(*call_, after);
  const auto count = [](const std::vector<ListedInstruction>& side, Role role) {
    return std::ranges::count(side, role, &ListedInstruction::role);
  };
  EXPECT_EQ(count(left, Role::guard), 0);
  EXPECT_EQ(count(right, Role::guard), kClang ? 2 : 3);
  EXPECT_GT(count(right, Role::body), 5);
  EXPECT_EQ(count(right, Role::save), 6);
  const auto text = listing_text(aligned_listing(left, right), {});
  EXPECT_NE(text.find("guarded by a site"), std::string::npos) << text;
}

}  // namespace
}  // namespace tracetoll
