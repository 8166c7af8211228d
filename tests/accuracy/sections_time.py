"""What the document says of time: the smallest detectable effect, and the wall time for an interval
of the same width."""

import collections

import efficiency
import steps
import studies
import wall_times
from intervals import median
from markdown import NONE, number, paragraph, section, significant, table

WANTED_SHARE = 0.2
WANTED_SETS = 2  # of layouts; with one there is no telling luck from a tool


def section_of_detectable(records):
    found = collections.defaultdict(list)
    for record in records.records("detectable"):
        workload, budget, _ = record["key"]
        width = studies.half_width(record["effects"]["none:copy"])
        if width is not None:
            found[budget, workload].append((width, record["layouts"]))
    if not found:
        return ""
    rows = []
    for budget in sorted({budget for budget, _ in found}):
        row = [f"{budget} s"]
        for workload in steps.DETECTABLE_WORKLOADS:
            both = found[budget, workload]
            row.append(significant(median([width for width, _ in both])) if both else NONE)
            row.append(number(median([layouts for _, layouts in both]), 0) if both else NONE)
        rows.append(row)
    head = ["budget"]
    for workload in steps.DETECTABLE_WORKLOADS:
        head += [f"{workload}, %", "layouts"]
    most = max(len(both) for both in found.values())
    return section(
        "Smallest detectable effect by seconds spent",
        paragraph(
            f"""The half-width of the 95 % interval of one variant (`none:copy`) on fresh layouts,
            median over {most} sets of them. An effect of that size is resolved in about half of the
            studies, a larger one more often. The tool measures its dose as well, so that of three
            variants one is the question."""
        ),
        table(head, rows),
    )


def describe(row):
    if row.who == efficiency.OURS:
        return f"tracetoll, budget {row.setting:g} s"
    return f"Google Benchmark, interleaved, {row.setting[0]:g} s x {row.setting[1]}"


def _share(share, is_limit):
    return f"{'below ' if is_limit else ''}{share:.2f}"


def wall_time_claims(records):
    """Rows for the table at the top."""
    rows = wall_times.rows_of(records.records("efficiency"))
    ours, theirs = (wall_times.of(rows, who) for who in (efficiency.OURS, wall_times.THEIRS))
    if not ours or not theirs:
        return []
    sets = {record["key"][2] for record in records.records("efficiency")}
    few = f"not judged: {len(sets)} of {WANTED_SETS} sets" if len(sets) < WANTED_SETS else ""

    def judge(shares):
        if any(share > WANTED_SHARE and not is_limit for share, is_limit in shares):
            return few or "NOT met"
        # Above the figure and only a limit: they were not given the time to show it.
        return few or ("met" if all(share <= WANTED_SHARE for share, _ in shares) else "undecided")

    shares = [wall_times.share_of_theirs(rows, row) for row in ours]
    found = ", ".join(_share(*share) for share in shares)
    claims = [
        [
            "share of Google Benchmark's wall time, same half-width",
            "at most 0.2",
            f"{found} ({', '.join(f'{row.setting:g}' for row in ours)} s)",
            judge(shares),
        ]
    ]
    by_noise = wall_times.share_by_noise(rows)
    if by_noise is not None:
        what = "the same, same noise within a layout"
        claims.append([what, "at most 0.2", f"{by_noise:.2f}", judge([(by_noise, False)])])
    return claims


def _same_width(rows, row):
    """The cell beside one of our rows: Google Benchmark's seconds for its half-width."""
    if row.who != efficiency.OURS:
        return ""
    seconds = wall_times.seconds_of_theirs(rows, row.half_width)
    if seconds is None:
        return f"more than {max(r.seconds for r in wall_times.of(rows, wall_times.THEIRS)):.1f}"
    return number(seconds, 1)


def section_of_wall_time(records):
    rows = wall_times.rows_of(records.records("efficiency"))
    ours = wall_times.of(rows, efficiency.OURS)
    if not ours or not wall_times.of(rows, wall_times.THEIRS):
        return ""
    cells = [
        [describe(row), number(row.seconds, 1), number(row.half_width), number(row.noise)]
        + [_same_width(rows, row)]
        for row in rows
    ]
    share = wall_times.share_by_noise(rows)
    widths = [row.half_width for row in ours]
    if share is None:
        by_noise = "There were not enough runs on the same layouts to compare it."
    else:
        by_noise = f"""With its best setting each, the tool needs {share:.2f} of Google Benchmark's
            wall time for the same noise."""
    return section(
        "Wall time for an interval of the same width",
        paragraph(
            """`none:copy` against `none` on select_500.pure, the same 16 layouts for both tools,
            and the same statistics: one ln(copy / none) a layout, Yuen's interval across layouts.
            Google Benchmark runs only these two, the tool its dose as well; the layouts are linked
            already for both. Half-width: of the interval, in points. Noise: SD of a layout's figure
            when the same layout is measured again, in points. Last column: seconds of Google
            Benchmark for our half-width, on a straight line between its settings (logarithmic
            axes)."""
        ),
        table(["who", "seconds", "half-width", "noise", "Google Benchmark, s"], cells),
        paragraph(
            f"""The half-width has a floor: two copies of the same code differ from layout to
            layout, and measuring longer does not change that. Ours is {widths[0]:.2f} with the
            shortest budget and {widths[-1]:.2f} with the longest. Near the floor any tool gets the
            same half-width, and a ratio of wall times there says little of the tools; the noise
            does. It falls as time^-1/2 when layouts are measured again and again, so that noise^2 x
            seconds is what a tool needs for a noise of one point. {by_noise}
            The settings are chosen after the fact, which favours whoever has more of them: Google
            Benchmark."""
        ),
    )
