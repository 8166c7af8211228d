#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "golden_diagnosis.hpp"

namespace tracetoll::testing {
namespace {

// The names that programs read: a change here is a new number of the schema.
TEST(DoctorJson, Golden) {
  EXPECT_EQ("\n" + doctor_json(golden_diagnosis()), R"json(
{
  "schema": "tracetoll.doctor/1",
  "cpu": "Simulated CPU",
  "cpus": 2,
  "kernel": "Linux 6.1.0 x86_64",
  "hypervisor": "KVM",
  "abilities": [
    {
      "name": "times",
      "value": "yes",
      "possible": true
    },
    {
      "name": "hardware counters",
      "value": null,
      "absent": "no PMU (ENOENT)",
      "possible": false
    }
  ],
  "topics": [
    {
      "name": "clock",
      "facts": [
        {
          "name": "clock source",
          "value": "hpet (available: tsc hpet)",
          "severity": "obstacle",
          "problem": "each reading goes to a device, about 1 us, which is said here at some length so that it has to go on in another line",
          "commands": [
            "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource_with_a_long_name"
          ]
        },
        {
          "name": "elapsed time",
          "value": "27 ns a reading",
          "severity": "ok"
        },
        {
          "name": "a name that is too long",
          "value": null,
          "absent": "not there",
          "severity": "ok"
        }
      ]
    },
    {
      "name": "process",
      "facts": [
        {
          "name": "ASLR",
          "value": "off (0)",
          "severity": "note",
          "problem": "one place",
          "commands": [
            "first command",
            "second command"
          ]
        }
      ]
    },
    {
      "name": "noise",
      "facts": [
        {
          "name": "measured",
          "value": "3.0 s, 31 processes",
          "severity": "ok"
        },
        {
          "name": "A/A select_500.pure",
          "value": "+0.12 % [-0.50, +0.75] (true 0); SD over 16 layouts 1.2 points",
          "severity": "ok"
        },
        {
          "name": "gates",
          "value": "of 248 rounds 12 had an involuntary switch, 0 a migration, 1 time reported as stolen",
          "severity": "ok"
        },
        {
          "name": "A/A check",
          "value": "holds",
          "severity": "ok"
        },
        {
          "name": "positive control",
          "value": "holds",
          "severity": "ok"
        }
      ]
    }
  ],
  "noise": {
    "seconds": 3.02,
    "processes": 31,
    "copies_ok": true,
    "dose_ok": true,
    "workloads": [
      {
        "name": "select_500.pure",
        "copy": {
          "percent": 0.125,
          "low": -0.5,
          "high": 0.75,
          "level": 0.95,
          "layouts": 16,
          "layout_sd": 1.25
        },
        "dose": {
          "percent": null,
          "absent": "too few layouts"
        },
        "rounds": 248,
        "switches": 12,
        "migrations": 0,
        "steal": 1
      }
    ]
  }
}
)json");
}

// JSON has neither: a reader would stop there.
TEST(DoctorJson, NoNanAndNoBytesThatAreNoText) {
  Diagnosis diagnosis = golden_diagnosis();
  diagnosis.topics = {{"x", {fine("name", "\xff\xfe")}}};
  WorkloadNoise& workload = diagnosis.observed.noise.workloads.front();
  workload.copy.interval = Interval{std::numeric_limits<double>::quiet_NaN(),
                                    -std::numeric_limits<double>::infinity(), 1};
  const std::string text = doctor_json(diagnosis);
  const auto json = nlohmann::json::parse(text);
  EXPECT_TRUE(json["noise"]["workloads"][0]["copy"]["percent"].is_null());
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll::testing
