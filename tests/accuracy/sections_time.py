"""What the document says of time: the smallest detectable effect, and the wall time for an interval
of the same width."""

import collections

import efficiency
import steps
import studies
from intervals import median
from markdown import number, paragraph, significant, table


def section_of_detectable(records):
    widths = collections.defaultdict(list)
    for record in records.records("detectable"):
        workload, budget, _ = record["key"]
        width = studies.half_width(record["effects"]["none:copy"])
        if width is not None:
            widths[budget, workload].append(width)
    if not widths:
        return ""
    rows = []
    for budget in sorted({budget for budget, _ in widths}):
        row = [f"{budget} s"]
        for workload in steps.DETECTABLE_WORKLOADS:
            found = widths[budget, workload]
            row += [significant(median(found)) if found else "-", len(found)]
        rows.append(row)
    head = ["budget"]
    for workload in steps.DETECTABLE_WORKLOADS:
        head += [f"{workload}, %", "studies"]
    return (
        "## Smallest detectable effect by seconds spent\n\n"
        + paragraph(
            "The half-width of the 95 % interval of one variant (`none:copy`) on fresh layouts, 16 in",
            "each study, median over the studies. An effect of that size is resolved in about half of",
            "the studies, a larger one more often. The tool measures the copy and the dose beside it,",
            "so that of three variants one is the question.",
        )
        + "\n"
        + table(head, rows)
    )


class WallTimes:
    """Half-width and noise by tool and setting, medians over layout sets and runs."""

    def __init__(self, records):
        grouped = collections.defaultdict(lambda: collections.defaultdict(dict))
        for record in records:
            who, setting, number_of_set, run = record["key"]
            setting = tuple(setting) if isinstance(setting, list) else setting
            grouped[who, setting][number_of_set][run] = record
        self.rows = {}  # by (who, setting): seconds, half-width, noise
        for name, sets in grouped.items():
            all_runs = [record for runs in sets.values() for record in runs.values()]
            found = [efficiency.half_width(record) for record in all_runs]
            pairs = [(runs[0], runs[1]) for runs in sets.values() if len(runs) == 2]
            self.rows[name] = (
                median([record["seconds"] for record in all_runs]),
                median([width for width in found if width is not None] or [float("nan")]),
                efficiency.noise(pairs),
            )

    def points(self, who):
        return [row[:2] for (name, _), row in self.rows.items() if name == who]

    def time_for_noise(self, who):
        """The smallest noise^2 * seconds of its settings, in points^2 s: what its best setting takes
        for a noise of one point."""
        costs = [row[2] ** 2 * row[0] for (name, _), row in self.rows.items() if name == who and row[2]]
        return min(costs) if costs else None

    def noise_ratio(self):
        ours, theirs = (self.time_for_noise(who) for who in (efficiency.OURS, "google_benchmark"))
        return theirs / ours if ours and theirs else None

    def width_ratio(self):
        """(our seconds, our half-width, seconds of Google Benchmark for the same or none) at our
        shortest run."""
        seconds, half = min(self.points(efficiency.OURS))
        return seconds, half, efficiency.seconds_for(half, self.points("google_benchmark"))


def describe(who, setting):
    if who == efficiency.OURS:
        return f"tracetoll, budget {setting:g} s"
    return f"Google Benchmark, interleaved, {setting[0]:g} s x {setting[1]}"


def wall_time_claim(records):
    """(found, judgement) for the table at the top; none when it was not measured."""
    found = WallTimes(records.records("efficiency"))
    if not found.points(efficiency.OURS) or not found.points("google_benchmark"):
        return None
    seconds, half, theirs = found.width_ratio()
    if theirs is None:
        return f"no setting of it came down to {half:.2f} % in the time given", "met as far as tried"
    share = seconds / theirs
    return f"{seconds:.1f} s against {theirs:.1f} s for {half:.2f} %: {share:.2f}", (
        "met" if share <= 0.2 else "NOT met"
    )


def section_of_wall_time(records):
    found = WallTimes(records.records("efficiency"))
    if not found.points(efficiency.OURS) or not found.points("google_benchmark"):
        return ""
    rows = [
        [describe(*name), number(row[0], 1), number(row[1]), number(row[2])]
        for name, row in sorted(found.rows.items(), key=lambda item: (item[0][0] != efficiency.OURS, item[1][0]))
    ]
    ratio = found.noise_ratio()
    floor = [width for _, width in found.points(efficiency.OURS)]
    return (
        "## Wall time for an interval of the same width\n\n"
        + paragraph(
            "`none:copy` against `none` on select_500.pure, the same 16 layouts for both tools, and the",
            "same statistics: one ln(copy / none) a layout, Yuen's interval across layouts. Google",
            "Benchmark runs only these two, the tool its dose as well. Half-width: of the interval, in",
            "points. Noise: SD of a layout's figure when the same layout is measured again, in points.",
        )
        + "\n"
        + table(["who", "seconds", "half-width", "noise"], rows)
        + "\n"
        + paragraph(
            "The half-width has a floor: two copies of the same code differ from layout to layout, and",
            "measuring longer does not change that.",
            f"Ours goes from {max(floor):.2f} to {min(floor):.2f} between the shortest and the longest",
            "budget. Where both tools are near the floor, the ratio of wall times at equal half-width",
            "says little of the measurement; the noise does. Noise falls as time^-1/2, so noise^2 x",
            "seconds is what a tool needs, each with its best setting:",
            (
                f"Google Benchmark needs {ratio:.1f} times the wall time of the tool for the same noise."
                if ratio
                else "not enough runs on the same layouts to say."
            ),
        )
    )
