// What report_json prints of small_golden_report(), to six digits.
#pragma once

namespace tracetoll {

inline constexpr const char* kGoldenJson = R"json({
 "schema": "tracetoll.report/1",
 "context": {
  "tool": "tracetoll 0.1.0",
  "started": "",
  "command": [],
  "preset": "",
  "seed": 3,
  "budget_seconds": 0.0,
  "compiler": "g++ 12.2.0",
  "flags": "-O2",
  "cpu": "Simulated CPU",
  "cpus": 0,
  "kernel": "",
  "hypervisor": "",
  "layouts": 3,
  "workloads": [
   {
    "name": "select_500",
    "operation": "one operation",
    "operations_per_block": 100,
    "sites_hit_per_op": {
     "lock_acquire": 501.0
    },
    "note": ""
   }
  ],
  "variants": [
   "none",
   "call"
  ],
  "counters": {
   "cycles": {
    "available": false,
    "reason": "no PMU (ENOENT)"
   }
  },
  "code": {}
 },
 "unreliable": false,
 "checks": {
  "aa": {
   "workload": "select_500",
   "percent": 0.0108829,
   "low": -0.191772,
   "high": 0.213538,
   "resolved": false,
   "level": 0.99,
   "ok": true,
   "workloads": [
    {
     "workload": "select_500",
     "percent": 0.0108829,
     "low": -0.191772,
     "high": 0.213538,
     "resolved": false,
     "level": 0.99,
     "ok": true
    }
   ]
  },
  "positive_control": {
   "workload": "select_500",
   "percent": 6.29536,
   "low": 5.14062,
   "high": 7.45009,
   "resolved": true,
   "level": 0.99,
   "ok": true,
   "workloads": [
    {
     "workload": "select_500",
     "percent": 6.29536,
     "low": 5.14062,
     "high": 7.45009,
     "resolved": true,
     "level": 0.99,
     "ok": true
    }
   ],
   "expected_percent": 6.25
  }
 },
 "level": 0.95,
 "rule": "trimmed mean, Yuen x 1.1",
 "intervals": 1,
 "layouts": 3,
 "replicates": 3,
 "rounds": 3,
 "gates": {
  "rounds": 3,
  "gated": 0,
  "switch": 0,
  "migration": 0,
  "steal": null,
  "frequency": null
 },
 "end": null,
 "elapsed_seconds": null,
 "workloads": [
  {
   "name": "select_500",
   "unit": "ns",
   "operation": "one operation",
   "note": "",
   "rounds": 3,
   "gates": {
    "rounds": 3,
    "gated": 0,
    "switch": 0,
    "migration": 0,
    "steal": null,
    "frequency": null
   },
   "round_autocorrelation": null,
   "irregular": [],
   "variants": [
    {
     "name": "none",
     "ns_per_op": 11617.1,
     "wall_ns_per_op": 11733.2,
     "effect": {
      "percent": 0.0,
      "low": 0.0,
      "high": 0.0,
      "resolved": false
     },
     "smallest_resolvable_percent": 0.0,
     "wall_effect": {
      "percent": 0.0,
      "low": 0.0,
      "high": 0.0,
      "resolved": false
     },
     "effect_without_gated_rounds": {
      "percent": 0.0,
      "low": 0.0,
      "high": 0.0,
      "resolved": false
     },
     "layouts": 3,
     "rounds": 3,
     "layout_sd_percent": 0.0,
     "layout_range_percent": [
      0.0,
      0.0
     ],
     "counters": {
      "cycles": {
       "unavailable": "no PMU (ENOENT)"
      }
     }
    },
    {
     "name": "call",
     "ns_per_op": 12669.8,
     "wall_ns_per_op": 12796.5,
     "effect": {
      "percent": 8.97289,
      "low": 8.48551,
      "high": 9.46028,
      "resolved": true
     },
     "smallest_resolvable_percent": 0.487386,
     "wall_effect": {
      "percent": 8.97289,
      "low": 8.48551,
      "high": 9.46028,
      "resolved": true
     },
     "effect_without_gated_rounds": {
      "percent": 8.97289,
      "low": 8.48551,
      "high": 9.46028,
      "resolved": true
     },
     "layouts": 3,
     "rounds": 3,
     "layout_sd_percent": 0.196199,
     "layout_range_percent": [
      8.74723,
      9.10306
     ],
     "sites_hit_per_op": 501.0,
     "counters": {
      "cycles": {
       "unavailable": "no PMU (ENOENT)"
      }
     }
    }
   ],
   "exact": {
    "unavailable": "this run has no exact counts"
   },
   "site_hits": {
    "markers": 1,
    "checked": 0,
    "agree": null,
    "disagreements": [],
    "unavailable": "not checked by hardware breakpoints in this run"
   },
   "causes": [
    {
     "name": "arguments",
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "anchor was not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "anchor was not measured",
     "layouts": 0,
     "evidence": []
    },
    {
     "name": "branch",
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "anchor and branch were not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "anchor and branch were not measured",
     "layouts": 0,
     "evidence": []
    },
    {
     "name": "icache",
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "branch and sled_cold:matched were not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "branch and sled_cold:matched were not measured",
     "layouts": 0,
     "evidence": []
    },
    {
     "name": "registers",
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "branch and clobber were not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "branch and clobber were not measured",
     "layouts": 0,
     "evidence": []
    },
    {
     "name": "residual",
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "anchor, branch, clobber and sled_cold:matched were not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "anchor, branch, clobber and sled_cold:matched were not measured",
     "layouts": 0,
     "evidence": []
    }
   ],
   "reading_of_2007": {
    "kept_by_nops": {
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "sled_cold:750 was not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "sled_cold:750 was not measured"
    },
    "only_the_call": {
     "percent": null,
     "low": null,
     "high": null,
     "resolved": false,
     "unavailable": "sled_cold:750 was not measured",
     "share_of_call": null,
     "share_of_call_low": null,
     "share_of_call_high": null,
     "share_of_call_unavailable": "sled_cold:750 was not measured"
    }
   }
  }
 ],
 "doses": [],
 "patched": [],
 "failures": [],
 "bad_replicates": [],
 "file": "small.jsonl",
 "notes": [
  "line 16 is cut, as a killed run leaves it: dropped (9 bytes)"
 ]
})json";

}  // namespace tracetoll
