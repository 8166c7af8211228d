// The facts that a variant declares, and whether a site's machine code agrees.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "site.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kNameSize = 32;
constexpr std::size_t kFields = 9;
constexpr std::size_t kFactsSize = kNameSize + 4 * kFields;  // struct tt_facts

Facts read_one(const std::uint8_t* bytes) {
  std::array<char, kNameSize + 1> name{};
  std::memcpy(name.data(), bytes, kNameSize);
  std::array<std::int32_t, kFields> field{};
  std::memcpy(field.data(), bytes + kNameSize, sizeof field);
  return {name.data(), field[0], field[1], field[2], field[3],
          field[4],    field[5], field[6], field[7], field[8]};
}

class Complaints {
 public:
  explicit Complaints(const Site& site) : where_(site.variant + " " + site.name) {}

  void equal(std::string_view what, int declared, int found) {
    if (declared != found) add(what, std::to_string(declared), found);
  }
  void add(std::string_view what, const std::string& declared, int found) {
    add(std::string(what) + " declared " + declared + ", found " + std::to_string(found));
  }
  void add(const std::string& text) { list_.push_back(where_ + ": " + text); }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::string where_;
  std::vector<std::string> list_;
};

void check_hot(const Site& site, const Facts& facts, Complaints& complaints) {
  if (site.hot.bytes < facts.hot_bytes_min || site.hot.bytes > facts.hot_bytes_max) {
    complaints.add(
        "hot bytes",
        std::to_string(facts.hot_bytes_min) + " to " + std::to_string(facts.hot_bytes_max),
        site.hot.bytes);
  }
  complaints.equal("hot loads", facts.hot_loads, site.hot.loads);
  complaints.equal("hot conditional branches", facts.hot_branches, site.hot.conditional_branches);
  complaints.equal("hot calls", facts.hot_calls, site.hot.calls);
}

// The bytes that a variant emits into the guarded body are NOPs, all of them: what the declared
// number counts. The compiler's moves and jumps around them are not declared.
void check_body(const Site& site, const Facts& facts, Complaints& complaints) {
  const bool expected = facts.guarded() || facts.body_bytes != 0;
  if (expected != site.body.has_value()) {
    complaints.add(expected ? "a guarded body is declared, none found"
                            : "no guarded body is declared, one found");
    return;
  }
  if (!expected) return;
  if (facts.guarded() && facts.body_bytes == Facts::kCompiled) {
    // What an immediate emits is its guard's value.
    const int own = site.kind == SwitchedBy::immediate ? 0 : site.emitted.bytes;
    complaints.equal("bytes of its own in the body", 0, own);
  } else if (facts.guarded()) {
    if (facts.body_bytes != Facts::kVaries) {
      complaints.equal("body bytes", facts.body_bytes, site.emitted.bytes);
    }
    complaints.equal("instructions of the sled that are NOPs", site.emitted.instructions,
                     site.emitted.nops);
  }
  if (facts.body_calls == Facts::kVaries) return;
  complaints.equal("body calls", facts.body_calls, site.body->calls - site.body->other_calls);
}

}  // namespace

std::vector<Facts> read_facts(const ElfFile& file) {
  std::vector<Facts> result;
  const Section* section = file.section("tt_facts");
  if (section == nullptr) return result;
  const auto bytes = section->bytes;
  for (std::size_t at = 0; at < bytes.size();) {
    // GCC aligns a large object to 32 bytes unless told otherwise: zeros between two declarations.
    if (bytes[at] == 0) {
      at++;
      continue;
    }
    if (bytes.size() - at < kFactsSize) file.fail("section tt_facts ends inside a declaration");
    const Facts facts = read_one(bytes.data() + at);
    at += kFactsSize;
    const auto known = std::ranges::find(result, facts.variant, &Facts::variant);
    if (known == result.end()) {
      result.push_back(facts);
    } else if (!(*known == facts)) {
      file.fail("variant " + facts.variant + " declares two sets of facts");
    }
  }
  return result;
}

std::vector<std::string> check_site(const Site& site, std::span<const Facts> facts) {
  Complaints complaints(site);
  const auto declared = std::ranges::find(facts, site.variant, &Facts::variant);
  if (declared == facts.end()) {
    complaints.add("the variant declares no facts");
    return complaints.take();
  }
  if (!site.problem.empty()) complaints.add(site.problem);
  check_hot(site, *declared, complaints);
  check_body(site, *declared, complaints);
  return complaints.take();
}

bool placed_as_declared(const Site& site, std::span<const Facts> facts) {
  const auto declared = std::ranges::find(facts, site.variant, &Facts::variant);
  if (declared == facts.end() || !site.body) return true;
  return declared->body_inline == 1 ? site.inline_guards > 0 : site.inline_guards < site.guards;
}

}  // namespace tracetoll
