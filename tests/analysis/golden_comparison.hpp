// What compare_json prints of small_comparison(), to six digits.
#pragma once

namespace tracetoll {

inline constexpr const char* kGoldenComparison = R"json({
 "schema": "tracetoll.compare/1",
 "unreliable": false,
 "regression": true,
 "on": "effect",
 "threshold": 1.0,
 "alpha": 0.05,
 "effects": {
  "compared": 2,
  "slower": 1,
  "faster": 0,
  "not_resolved": 1,
  "regressions": 1,
  "unavailable": 0
 },
 "times": {
  "compared": 3,
  "slower": 1,
  "faster": 0,
  "not_resolved": 2,
  "regressions": 1,
  "unavailable": 0
 },
 "old": {
  "file": "old.jsonl",
  "context": {
   "tool": "tracetoll 0.1.0",
   "started": "",
   "command": [],
   "preset": "",
   "seed": 4,
   "budget_seconds": 0.0,
   "compiler": "g++ 12.2.0",
   "flags": "-O2",
   "cpu": "Simulated CPU",
   "cpus": 0,
   "kernel": "Linux 6.1",
   "hypervisor": "",
   "layouts": 6,
   "workloads": [
    {
     "name": "select_500",
     "operation": "one operation",
     "operations_per_block": 100,
     "sites_hit_per_op": {},
     "note": ""
    }
   ],
   "variants": [
    "none",
    "anchor",
    "call"
   ],
   "counters": {},
   "code": {}
  },
  "unreliable": false,
  "checks": {
   "aa": {
    "ok": true
   },
   "positive_control": {
    "ok": true
   }
  },
  "layouts": 6,
  "replicates": 6,
  "rounds": 18,
  "failures": 0,
  "end": "done",
  "notes": []
 },
 "new": {
  "file": "new.jsonl",
  "context": {
   "tool": "tracetoll 0.1.0",
   "started": "",
   "command": [],
   "preset": "",
   "seed": 5,
   "budget_seconds": 0.0,
   "compiler": "g++ 12.2.0",
   "flags": "-O2",
   "cpu": "Simulated CPU",
   "cpus": 0,
   "kernel": "Linux 6.2",
   "hypervisor": "",
   "layouts": 6,
   "workloads": [
    {
     "name": "select_500",
     "operation": "one operation",
     "operations_per_block": 100,
     "sites_hit_per_op": {},
     "note": ""
    }
   ],
   "variants": [
    "none",
    "anchor",
    "call",
    "clobber"
   ],
   "counters": {},
   "code": {}
  },
  "unreliable": false,
  "checks": {
   "aa": {
    "ok": true
   },
   "positive_control": {
    "ok": true
   }
  },
  "layouts": 6,
  "replicates": 6,
  "rounds": 18,
  "failures": 0,
  "end": null,
  "notes": [
   "line 91 is cut, as a killed run leaves it: dropped (9 bytes)"
  ]
 },
 "unlike": [
  "kernel: 'Linux 6.1' in OLD, 'Linux 6.2' in NEW"
 ],
 "left_out": [
  "variants that only NEW has: clobber"
 ],
 "workloads": [
  {
   "name": "select_500",
   "operation": "one operation",
   "variants": [
    {
     "name": "none",
     "time": {
      "old": {
       "ns_per_op": 11631.6,
       "low": 11583.4,
       "high": 11680.0,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 53.2206
      },
      "new": {
       "ns_per_op": 11628.1,
       "low": 11535.2,
       "high": 11721.7,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 48.6807
      },
      "change": {
       "percent": -0.0304053,
       "low": -0.878931,
       "high": 0.825385,
       "level": 0.975,
       "p": 0.91122,
       "resolved": false,
       "regression": false
      }
     }
    },
    {
     "name": "anchor",
     "effect": {
      "old": {
       "percent": 1.87749,
       "low": 0.363824,
       "high": 3.39116,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 0.870343
      },
      "new": {
       "percent": 1.70195,
       "low": 0.750418,
       "high": 2.65348,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 0.72917
      },
      "change": {
       "points": -0.17554,
       "low": -1.48445,
       "high": 1.13337,
       "level": 0.95,
       "p": 0.744915,
       "resolved": false,
       "regression": false
      }
     },
     "time": {
      "old": {
       "ns_per_op": 11848.9,
       "low": 11724.1,
       "high": 11975.1,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 70.5489
      },
      "new": {
       "ns_per_op": 11833.3,
       "low": 11763.2,
       "high": 11903.8,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 54.0926
      },
      "change": {
       "percent": -0.131961,
       "low": -1.24739,
       "high": 0.996068,
       "level": 0.975,
       "p": 0.719924,
       "resolved": false,
       "regression": false
      }
     }
    },
    {
     "name": "call",
     "effect": {
      "old": {
       "percent": 8.7297,
       "low": 8.04074,
       "high": 9.41866,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 0.486931
      },
      "new": {
       "percent": 11.9935,
       "low": 11.8833,
       "high": 12.1038,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 0.752141
      },
      "change": {
       "points": 3.26383,
       "low": 2.46067,
       "high": 4.06699,
       "level": 0.975,
       "p": 0.000371198,
       "resolved": true,
       "regression": true
      }
     },
     "time": {
      "old": {
       "ns_per_op": 12637.1,
       "low": 12585.8,
       "high": 12688.5,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 43.7046
      },
      "new": {
       "ns_per_op": 13022.6,
       "low": 12915.8,
       "high": 13130.3,
       "level": 0.95,
       "layouts": 6,
       "layout_sd": 56.6697
      },
      "change": {
       "percent": 3.05081,
       "low": 2.03725,
       "high": 4.07444,
       "level": 0.983333,
       "p": 0.000198331,
       "resolved": true,
       "regression": true
      }
     }
    }
   ]
  }
 ]
}
)json";

}  // namespace tracetoll
