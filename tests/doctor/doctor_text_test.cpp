#include <gtest/gtest.h>

#include "golden_diagnosis.hpp"

namespace tracetoll::testing {
namespace {

// Everything that a reader sees: a change here is to be looked at by a person, then copied.
TEST(DoctorText, Golden) {
  EXPECT_EQ("\n" + doctor_text(golden_diagnosis()), R"(
Simulated CPU, 2 CPUs, guest of KVM, Linux 6.1.0 x86_64

What can be measured here
  times               yes
  hardware counters   no: no PMU (ENOENT)

Obstacles, with the command that removes each where there is one
  clock source: hpet (available: tsc hpet)
    each reading goes to a device, about 1 us, which is said here at some length so that it has to
    go on in another line
      $ echo tsc |
          sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource_with_a_long_name

Notes
  ASLR: off (0)
    one place
      $ first command
      $ second command

All facts (! obstacle, * note)
  clock
  ! clock source        hpet (available: tsc hpet)
    elapsed time        27 ns a reading
    a name th..too long none: not there
  process
  * ASLR                off (0)
  noise
    measured            3.0 s, 31 processes
    A/A select_500.pure +0.12 % [-0.50, +0.75] (true 0); SD over 16 layouts 1.2 points
    gates               of 248 rounds 12 had an involuntary switch, 0 a migration, 1 time reported
                        as stolen
    A/A check           holds
    positive control    holds

Nothing was changed; the commands are for you to run.
)");
}

// A machine without faults has no headings over nothing.
TEST(DoctorText, NoEmptyHeadings) {
  Diagnosis diagnosis;
  diagnosis.topics = {{"clock", {fine("clock source", "tsc")}}};
  const std::string text = doctor_text(diagnosis);
  EXPECT_EQ(text.find("Obstacles"), std::string::npos);
  EXPECT_EQ(text.find("Notes"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll::testing
