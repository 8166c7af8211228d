// What the formats in perf's look print of `none` and `call` of counted_run.hpp.
#pragma once

namespace tracetoll {

inline constexpr const char* kGoldenPerfStat = R"(

Totals are sums over all blocks of a variant. What stands below them, an operation and against none,
is typical of the layouts and taken within rounds, which totals are not: they need not divide into
each other.

 Performance counter stats for 'select_500.pure / none' (10 processes, 5 layouts):

              4.02 msec task-clock                       #    0.995 CPUs utilized
                 2      context-switches                 #  500.316 /sec
                 0      page-faults                      #    0.000 /sec
   <not supported>      cycles:u                         # this CPU has none to give
            400600      branches:u                       #  100.213 M/sec

                         an operation
task-clock (ns)                2008.2
context-switches                0.001
page-faults                         0
branches:u                     200.30
exact (callgrind, valgrind-3.19.0, layout 1):
instructions                     1000
loads                             300
stores                            100
conditional-branches              200
simulated (I1 32 KiB 8-way, D1 32 KiB 8-way, LL 8 MiB 16-way, lines of 64 bytes), not of this CPU:
I1-misses                         0.5
mispredictions                      2

       0.004037446 seconds time elapsed

 Performance counter stats for 'select_500.pure / call' (10 processes, 5 layouts):

              4.38 msec task-clock                       #    0.995 CPUs utilized
                 2      context-switches                 #  458.845 /sec
                 0      page-faults                      #    0.000 /sec
   <not supported>      cycles:u                         # this CPU has none to give
            378638      branches:u                       #   96.499 M/sec  (90.02%)

                         an operation difference to none              a site hit
task-clock (ns)                2188.6 +181 [+167, +195]               +18.1 [+16.7, +19.5]
context-switches                0.001 +0 in each layout               +0 in each layout
page-faults                         0 +0 in each layout               +0 in each layout
branches:u                     210.33 +10.030 [+9.991, +10.069]       +1.0030 [+0.9991, +1.0069]
    2 of 20 blocks lost: multiplexed: ran 61 % of the time
exact (callgrind, valgrind-3.19.0, layout 1):
instructions                     1097 +97                             +9.70
loads                             342 +42                             +4.20
stores                            131 +31                             +3.10
conditional-branches              210 +10                             +1.00
simulated (I1 32 KiB 8-way, D1 32 KiB 8-way, LL 8 MiB 16-way, lines of 64 bytes), not of this CPU:
I1-misses                         0.5
mispredictions                      2

       0.004402355 seconds time elapsed

)";

inline constexpr const char* kGoldenPerfStatCsv = R"(
select_500.pure/none,4.02,msec,task-clock,0.06%,3997471,100.00,0.995,CPUs utilized
select_500.pure/none,2,,context-switches,100.00%,3997471,100.00,500.316,/sec
select_500.pure/none,0,,page-faults,,3997471,100.00,0.000,/sec
select_500.pure/none,<not supported>,,cycles:u,0.00%,0,100.00,,
select_500.pure/none,400600,,branches:u,0.02%,3997471,100.00,100.213,M/sec
select_500.pure/call,4.38,msec,task-clock,0.06%,4358767,100.00,0.995,CPUs utilized
select_500.pure/call,2,,context-switches,100.00%,4358767,100.00,458.845,/sec
select_500.pure/call,0,,page-faults,,4358767,100.00,0.000,/sec
select_500.pure/call,<not supported>,,cycles:u,0.00%,0,100.00,,
select_500.pure/call,378638,,branches:u,0.02%,3923756,90.02,96.499,M/sec
)";

inline constexpr const char* kGoldenPerfStatJsonMeasured =
    R"({"counter-value" : "378638.000000", "unit" : "", "event" : "branches:u", "variance" : 0.0243062,
"event-runtime" : 3923756, "pcnt-running" : 90.0199, "metric-value" : 96.4989, "metric-unit" : "M/sec",
"workload" : "select_500.pure", "variant" : "call", "source" : "perf_event", "operations" : 1800.0,
"blocks" : 18, "counter-per-op" : 210.33,
"lost" : "2 of 20 blocks lost: multiplexed: ran 61 % of the time",
"difference-per-op" : 10.03, "difference-per-op-low" : 9.99136, "difference-per-op-high" : 10.0686,
"difference-per-hit" : 1.003, "difference-per-hit-low" : 0.999136, "difference-per-hit-high" : 1.00686})";

inline constexpr const char* kGoldenPerfStatJsonMissing =
    R"({"counter-value" : "<not supported>", "unit" : "", "event" : "cycles:u", "variance" : 0.0,
"event-runtime" : 0, "pcnt-running" : 100.0, "metric-value" : null, "metric-unit" : "",
"workload" : "select_500.pure", "variant" : "call", "source" : "perf_event",
"reason" : "this CPU has none to give"})";

inline constexpr const char* kGoldenPerfStatJsonSimulated =
    R"({"counter-value" : "0.500000", "unit" : "per-op", "event" : "callgrind-simulated/I1-misses/",
"variance" : null, "event-runtime" : null, "pcnt-running" : null, "metric-value" : null,
"metric-unit" : "", "workload" : "select_500.pure", "variant" : "call",
"source" : "callgrind, simulated", "simulated" : true, "counter-per-op" : 0.5})";

}  // namespace tracetoll
