"""How long the tool and Google Benchmark take for an interval of the same width, on the same
layouts.

Both are judged alike: one ln(copy / none) a layout, and Yuen's interval across layouts. Two figures
are made of it, because they answer different questions:

- the half-width of that interval. It has a floor that no measuring time lowers: two copies of the
  same code differ from layout to layout.
- the noise: how much of a layout's figure is gone when the same layout is measured again. Twice the
  time halves its variance, whoever measures; so noise^2 * seconds is what a tool needs.
"""

import json
import math

import peers
import programs
from intervals import median, trimmed_interval

OURS = "tracetoll"
BUDGETS = [1.4, 2.5, 5, 10]  # seconds
# (minimum time in seconds, repetitions). Repetitions of 1 ms are as short as our blocks, which
# suits a machine whose speed changes within tens of milliseconds; 0.5 s is the default.
SETTINGS = [(0.001, 3), (0.001, 9), (0.001, 30), (0.001, 100), (0.01, 9), (0.05, 3)]
SLOW_SETTINGS = [(0.5, 3)]  # measured once: it is a minute
# A normal distribution's SD is so many times its median absolute deviation.
MAD_TO_SD = 1.4826


def log_ratios_of_samples(lines):
    """Of each layout the median over its rounds of ln(copy / none), from a samples file: the first
    two rows of the table in docs/method.md."""
    times = {}
    for line in lines:
        block = json.loads(line)
        if "variant" in block:
            place = (block["layout"], block["replicate"], block["round"])
            times.setdefault(place, {})[block["variant"]] = block["cpu_ns"]
    rounds = {}
    for (layout, _, _), found in times.items():
        if "none" in found and "none:copy" in found:
            rounds.setdefault(layout, []).append(math.log(found["none:copy"] / found["none"]))
    return {str(layout): median(values) for layout, values in rounds.items()}


def by_google_benchmark(layouts, min_time, repetitions):
    """Interleaved repetitions on each layout; the seconds are those of all its processes."""
    ratios, total = {}, 0.0
    for number, layout in enumerate(layouts, 1):
        times, seconds = peers.google_benchmark(layout, True, repetitions, min_time)
        ratios[str(number)] = math.log(median(times["none:copy"]) / median(times["none"]))
        total += seconds
    return {"seconds": total, "log_ratios": ratios}


def by_tool(tool, budget, seed):
    _, seconds = tool.run(peers.WORKLOAD, ["none:copy"], budget, seed)
    try:
        lines = tool.samples.read_text().splitlines()
    except OSError as error:
        raise programs.RunError(f"{tool.samples}: {error.strerror}") from None
    return {"seconds": seconds, "log_ratios": log_ratios_of_samples(lines)}


def half_width(record):
    """Points; none of fewer than three layouts."""
    found = trimmed_interval(list(record["log_ratios"].values()))
    return None if found is None else 100 * found[1]


def noise(pairs):
    """SD in points of a layout's figure when it is measured again, from pairs of records on the
    same layouts. The median of the differences, so that one bad process decides nothing."""
    differences = []
    for first, second in pairs:
        common = first["log_ratios"].keys() & second["log_ratios"].keys()
        differences += [abs(first["log_ratios"][k] - second["log_ratios"][k]) for k in common]
    if len(differences) < 3:
        return None
    return 100 * MAD_TO_SD * median(differences) / math.sqrt(2)


def seconds_for(half, points):
    """The wall time at which `points`, (seconds, half-width), come down to `half`: a straight line
    between neighbours on logarithmic axes. None where they do not; the first point's time where
    that one is narrow enough already."""
    points = sorted(points)
    before = None
    for seconds, width in points:
        if width <= half:
            if before is None:
                return seconds
            part = math.log(before[1] / half) / math.log(before[1] / width)
            return before[0] * (seconds / before[0]) ** part
        if before is None or width < before[1]:
            before = (seconds, width)
    return None
