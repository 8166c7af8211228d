// What the call of call_preserving promises to the function around it and to the probe.
#define TT_MARKER_HEADER "call_preserving.h"
#include <gtest/gtest.h>
#include <unwind.h>

#include <cstdarg>
#include <cstdint>
#include <vector>

#include "marker.h"

extern "C" const tt_site __start_tt_sites[];
extern "C" const tt_site __stop_tt_sites[];

namespace tracetoll {
namespace {

using Word = std::uint64_t;

std::vector<Word> arguments_seen;
std::vector<Word> callers;  // return addresses, innermost first
bool aligned = true;

_Unwind_Reason_Code note_caller(_Unwind_Context* context, void*) {
  callers.push_back(_Unwind_GetIP(context));
  return callers.size() < 32 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void seeing_probe(tt_marker* marker, const char* arguments, ...) {
  aligned = aligned && reinterpret_cast<Word>(__builtin_frame_address(0)) % 16 == 0;
  marker->hits++;
  int count = *arguments == '\0' ? 0 : 1;
  for (const char* at = arguments; *at != '\0'; at++) count += *at == ',' ? 1 : 0;
  va_list list;
  va_start(list, arguments);
  arguments_seen.clear();
  for (int i = 0; i < count; i++) arguments_seen.push_back(va_arg(list, Word));
  va_end(list);
  callers.clear();
  _Unwind_Backtrace(note_caller, nullptr);
}

void set_all(int state) {
  for (const tt_site* site = __start_tt_sites; site != __stop_tt_sites; site++) {
    auto* marker =
        reinterpret_cast<tt_marker*>(reinterpret_cast<std::intptr_t>(&site->marker) + site->marker);
    marker->probe = seeing_probe;
    *const_cast<volatile int*>(&marker->state) = state;
  }
}

// A leaf whose locals lie in the red zone, with as many arguments as there can be.
__attribute__((noinline)) Word leaf_of_twelve(Word a, Word b, Word c) {
  volatile Word locals[10];
  for (Word i = 0; i < 10; i++) locals[i] = a + i * b;
  MARK(twelve, a, b, c, a + b, a + c, b + c, a * 3, b * 3, c * 3, a - b, 77ul, c ^ a);
  Word sum = 0;
  for (Word i = 0; i < 10; i++) sum = sum * 31 + locals[i];
  return sum + a + b + c;
}

__attribute__((noinline)) Word no_argument(Word a, Word b, Word c) {
  volatile Word locals[10];
  for (Word i = 0; i < 10; i++) locals[i] = a + i * c;
  MARK(nothing);
  return locals[3] * 7 + locals[9] + b;
}

// Its values are in vector registers, which the probe may take.
__attribute__((noinline)) double floating(double a, double b, Word c) {
  double d = a * b;
  MARK(floating, c);
  return (a + b) * d + static_cast<double>(c);
}

// The stack is not aligned for a call, and has a part of a size that is known at run time.
__attribute__((noinline)) Word with_frame(Word a, Word size) {
  auto* bytes = static_cast<volatile unsigned char*>(__builtin_alloca(size + 8));
  for (Word i = 0; i < size; i++) bytes[i] = static_cast<unsigned char>(a + i);
  MARK(frame, a, size, a ^ size, a + size, a * 9);
  Word sum = 0;
  for (Word i = 0; i < size; i++) sum = sum * 31 + bytes[i];
  return sum + a;
}

template <typename Function>
void expect_caller(Function* function) {
  const auto begin = reinterpret_cast<Word>(function);
  int found = 0, beyond = 0;
  for (std::size_t i = 0; i < callers.size(); i++) {
    if (callers[i] <= begin || callers[i] >= begin + 1024) continue;
    found++;
    beyond = static_cast<int>(callers.size() - i);
  }
  EXPECT_GE(found, 1) << "a backtrace from the probe does not come to the marked function";
  EXPECT_GT(beyond, 4) << "it ends there, before the test's own callers";
}

TEST(CallPreserving, TheMarkedFunctionKeepsWhatItHas) {
  set_all(0);
  const Word twelve = leaf_of_twelve(5, 11, 1000), none = no_argument(5, 11, 1000);
  const double dormant = floating(1.5, 2.5, 3);
  const Word framed = with_frame(9, 37);
  set_all(1);
  EXPECT_EQ(leaf_of_twelve(5, 11, 1000), twelve);
  EXPECT_EQ(no_argument(5, 11, 1000), none);
  EXPECT_EQ(floating(1.5, 2.5, 3), dormant);
  EXPECT_EQ(with_frame(9, 37), framed);
  EXPECT_TRUE(aligned);
  set_all(0);
}

TEST(CallPreserving, TheProbeGetsEachArgument) {
  set_all(1);
  const Word a = 5, b = 11, c = 1000;
  leaf_of_twelve(a, b, c);
  EXPECT_EQ(arguments_seen, (std::vector<Word>{a, b, c, a + b, a + c, b + c, a * 3, b * 3, c * 3,
                                               a - b, 77, c ^ a}));
  with_frame(9, 37);
  EXPECT_EQ(arguments_seen, (std::vector<Word>{9, 37, 9 ^ 37, 9 + 37, 81}));
  no_argument(a, b, c);
  EXPECT_TRUE(arguments_seen.empty());
  set_all(0);
}

TEST(CallPreserving, ABacktraceGoesThroughTheStub) {
  set_all(1);
  leaf_of_twelve(5, 11, 1000);
  expect_caller(leaf_of_twelve);
  no_argument(5, 11, 1000);
  expect_caller(no_argument);
  with_frame(9, 37);
  expect_caller(with_frame);
  set_all(0);
}

}  // namespace
}  // namespace tracetoll
