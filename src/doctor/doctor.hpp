// What this machine can measure, what disturbs it, and the commands that would help. Looks, and
// changes nothing: every remedy is text.
//
//   files, processes, probes -> facts -> findings by topic -> abilities -> text, JSON
#pragma once

#include "counter_probe.hpp"
#include "finding.hpp"
#include "machine.hpp"
#include "machine_files.hpp"
#include "noise.hpp"
#include "programs.hpp"

namespace tracetoll {

// What is not in a file.
struct Observed {
  MachineFacts machine;
  CounterProbe counters;
  ProgramVersions programs;
  Noise noise;
  bool is_root = false;
};

struct Diagnosis {
  Observed observed;
  Findings abilities;  // what can be measured here: value "yes, ..." or why not
  std::vector<Topic> topics;
};

// All but the noise, whose absence it explains as `no_noise`.
Observed observe(const std::string& no_noise);

// Reads clocks, for some 10 ms; otherwise a function of its arguments.
Diagnosis diagnose(const MachineFiles& files, Observed observed);

// The printers. Text: ASCII, at most 100 columns but for a command that cannot be broken. JSON:
// "tracetoll.doctor/1", strict.
std::string doctor_text(const Diagnosis& diagnosis);
std::string doctor_json(const Diagnosis& diagnosis);

}  // namespace tracetoll
