// A diagnosis with a finding of every kind.
#pragma once

#include "doctor.hpp"

namespace tracetoll::testing {

inline Diagnosis golden_diagnosis() {
  Diagnosis diagnosis;
  diagnosis.observed.machine = {"Simulated CPU", 2, "Linux 6.1.0 x86_64", "KVM"};
  Noise& noise = diagnosis.observed.noise;
  noise.seconds = 3.02;
  noise.processes = 31;
  WorkloadNoise workload;
  workload.name = "select_500.pure";
  workload.copy.n = 16;
  workload.copy.interval = Interval{0.125, -0.5, 0.75};
  workload.copy.layouts = {1.25, -2, 2};
  workload.dose.reason = "too few layouts";
  workload.dose.n = 2;
  workload.gates.rounds = 248;
  workload.gates.gated = workload.gates.switches = 12;
  workload.gates.steal = 1;
  noise.workloads = {workload};
  diagnosis.abilities = {fine("times", "yes"), absent("hardware counters", "no PMU (ENOENT)")};
  diagnosis.topics = {
      {"clock",
       {obstacle(
            "clock source", "hpet (available: tsc hpet)",
            "each reading goes to a device, about 1 us, which is said here at some length so "
            "that it has to go on in another line",
            "echo tsc | sudo tee "
            "/sys/devices/system/clocksource/clocksource0/current_clocksource_with_a_long_name"),
        fine("elapsed time", "27 ns a reading"), absent("a name that is too long", "not there")}},
      {"process", {note("ASLR", "off (0)", "one place", "first command\nsecond command")}}};
  diagnosis.topics.push_back(judge_noise(noise));
  return diagnosis;
}

}  // namespace tracetoll::testing
