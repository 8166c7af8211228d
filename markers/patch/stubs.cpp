#include "stubs.hpp"

#include <pthread.h>
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "argument_code.hpp"
#include "attachment.hpp"
#include "code_memory.hpp"
#include "detached.hpp"
#include "stub_common.hpp"
#include "stub_layout.h"
#include "thread_record.hpp"

namespace tracetoll::patch {

static_assert(offsetof(Stub, next) == TT_STUB_NEXT);
static_assert(offsetof(Stub, common) == TT_STUB_COMMON);
static_assert(offsetof(Stub, attachment) == TT_STUB_ATTACHMENT);
static_assert(offsetof(Stub, marker) == TT_STUB_MARKER);
static_assert(sizeof(Stub) == TT_STUB_BYTES);

namespace {

constinit Attachment nothing_attached = {tt_stub_returns, tt_stub_returns, "", 0, false};

struct Region {
  std::uint8_t* code;
  std::size_t used = 0;       // stubs that were ever made
  std::vector<Stub*> free{};  // of these

  Stub* take() {
    if (!free.empty()) {
      Stub* stub = free.back();
      free.pop_back();
      return stub;
    }
    if (used == TT_STUBS_BYTES / TT_STUB_BYTES) return nullptr;
    return reinterpret_cast<Stub*>(code + TT_STUBS_BYTES) + used++;
  }
};

std::vector<Region>& regions() {
  static auto* all = new std::vector<Region>;  // threads may be in stubs while the process ends
  return *all;
}

std::uint8_t* code_of(const Stub* stub) {
  const auto data = reinterpret_cast<std::uintptr_t>(stub);
  return reinterpret_cast<std::uint8_t*>(data - TT_STUBS_BYTES);
}

Stub* take_stub(const void* next) {
  for (Region& region : regions())
    if (in_reach(next, region.code, 2 * TT_STUBS_BYTES))
      if (Stub* stub = region.take()) return stub;
  regions().push_back({map_code(TT_STUBS_BYTES, TT_STUBS_BYTES, next)});
  return regions().back().take();
}

void give_back(Stub* stub) {
  const std::uint8_t* code = code_of(stub);
  for (Region& region : regions())
    if (code >= region.code && code < region.code + TT_STUBS_BYTES) region.free.push_back(stub);
}

constexpr int kCodeBytes = TT_STUB_LEAVING + 5;
struct StubCode {
  std::uint8_t bytes[TT_STUB_BYTES];
};

// All stubs are the same but for the last jump: their data is at one distance.
StubCode stub_code(const Stub* stub) {
  StubCode code = {{0x48, 0x83, 0xc4, 0x80,           // add  $-128,%rsp
                    0xff, 0x35, 0,    0,    0, 0,     // push next(%rip)
                    0xff, 0x15, 0,    0,    0, 0,     // call *common(%rip)
                    0x48, 0x81, 0xc4, 0x88, 0, 0, 0,  // add  $136,%rsp
                    0xe9, 0,    0,    0,    0}};      // jmp  next
  std::memset(code.bytes + kCodeBytes, 0xcc, sizeof(code.bytes) - kCodeBytes);
  const auto put = [&code](int at, std::int64_t distance) {
    const auto value = static_cast<std::int32_t>(distance);
    std::memcpy(code.bytes + at, &value, sizeof(value));
  };
  put(6, TT_STUBS_BYTES + TT_STUB_NEXT - 10);
  put(TT_STUB_RETURN - 4, TT_STUBS_BYTES + TT_STUB_COMMON - TT_STUB_RETURN);
  put(kCodeBytes - 4, static_cast<const std::uint8_t*>(stub->next) - (code_of(stub) + kCodeBytes));
  return code;
}

// Stubs that lie side by side in one write.
void write_stubs(std::vector<Stub*> stubs) {
  std::sort(stubs.begin(), stubs.end());
  std::vector<StubCode> run;
  for (std::size_t i = 0; i < stubs.size(); ++i) {
    run.push_back(stub_code(stubs[i]));
    if (i + 1 < stubs.size() && stubs[i + 1] == stubs[i] + 1) continue;
    write_code(code_of(stubs[i]) + sizeof(StubCode) - sizeof(StubCode) * run.size(), run.data(),
               sizeof(StubCode) * run.size());
    run.clear();
  }
}

void prepare_once() {
  static const bool done = [] {
    pthread_atfork(nullptr, nullptr, keep_records_of_child);
    own_record();  // so that what it calls is resolved before a signal handler does
    return true;
  }();
  static_cast<void>(done);
}

// Code that loads arguments is kept for ever: many sites have theirs in the same places.
tt_function loaded_by(const std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t kChunk = 0x10000;
  static auto* known = new std::map<std::vector<std::uint8_t>, tt_function>;
  static std::uint8_t* chunk = nullptr;
  static std::size_t used = kChunk;
  if (const auto found = known->find(bytes); found != known->end()) return found->second;
  if (used + bytes.size() > kChunk) {
    chunk = map_code(kChunk, 0, nullptr);
    used = 0;
  }
  std::uint8_t* place = chunk + used;
  write_code(place, bytes.data(), bytes.size());
  used += (bytes.size() + 15) / 16 * 16;
  const auto entry = reinterpret_cast<tt_function>(place);
  known->emplace(bytes, entry);
  return entry;
}

const void* address(void (*function)()) {
  return reinterpret_cast<const void*>(function);
}

std::unique_ptr<Attachment> make_attachment(const struct tt_probe& probe, const tt_marker* marker,
                                            const std::vector<Argument>& arguments) {
  const bool stops = (probe.flags & (TT_STOP_AT_JUMP | TT_STOP_AT_SAVES)) != 0;
  if (!stops && probe.call == nullptr) throw PatchError{"the probe has no function"};
  if (probe.saves != TT_SAVES_INTEGERS && probe.saves != TT_SAVES_VECTORS)
    throw PatchError{"the probe says TT_SAVES_INTEGERS or TT_SAVES_VECTORS, not " +
                     std::to_string(probe.saves)};
  auto made = std::make_unique<Attachment>();
  made->text = marker != nullptr ? marker->arguments : "";
  made->probe = stops ? tt_stub_returns : probe.call;
  made->entry = made->probe;
  made->saves_vectors = probe.saves == TT_SAVES_VECTORS;
  const bool variadic = (probe.flags & TT_VARIADIC) != 0;
  const bool wants_none = stops || (probe.flags & TT_NO_ARGUMENTS) != 0;
  const std::vector<Argument>& passed = wants_none ? std::vector<Argument>{} : arguments;
  if (passed.empty() && !variadic) return made;
  const ArgumentCode code = argument_code(passed, variadic);
  made->entry = loaded_by(code.bytes);
  made->room = code.room;
  made->saves_vectors |= has_float(passed);
  return made;
}

const void* common_for(const struct tt_probe& probe) {
  if ((probe.flags & TT_STOP_AT_JUMP) != 0) return address(tt_stub_returns);
  if ((probe.flags & TT_STOP_AT_SAVES) == 0) return address(tt_stub_common);
  return address(probe.saves == TT_SAVES_VECTORS ? tt_stub_saves_vectors : tt_stub_saves);
}

}  // namespace

std::vector<Stub*> make_stubs(const std::vector<const void*>& next) {
  prepare_once();
  std::vector<Stub*> made;
  made.reserve(next.size());
  try {
    for (const void* site_goes_on : next) {
      made.push_back(take_stub(site_goes_on));
      *made.back() = {site_goes_on, {address(tt_stub_common)}, {&nothing_attached}, nullptr};
    }
    write_stubs(made);
  } catch (...) {
    for (Stub* stub : made) give_back(stub);
    throw;
  }
  return made;
}

Stub* make_stub(const void* next) {
  return make_stubs({next}).front();
}

const void* entry_of(const Stub* stub) {
  const bool jumps_back = stub->common.load() == address(tt_stub_returns);
  return code_of(stub) + (jumps_back ? TT_STUB_LEAVING : 0);
}

void free_stub(Stub* stub) {
  give_back(stub);
}

// A thread may have read `common` of what was attached before. What it calls then does no harm with
// the new attachment: tt_stub_common goes by the attachment alone, and the others call nothing.
void attach(Stub* stub, const struct tt_probe& probe, tt_marker* marker,
            const std::vector<Argument>& arguments) {
  std::unique_ptr<Attachment> made = make_attachment(probe, marker, arguments);
  stub->marker = marker;
  stub->common.store(common_for(probe));
  stub->attachment.store(made.release());
}

void detach(Stub* stub) {
  Attachment* attached = stub->attachment.load();
  if (attached == &nothing_attached) return;
  stub->attachment.store(&nothing_attached);
  free_later(attached);
}

}  // namespace tracetoll::patch
