"""What the document says of Google Benchmark and nanobench on the same pairs of variants."""

import peers
import studies
from intervals import median
from judgement import Rate, of_condition, resolved_rate
from markdown import number, paragraph, rate, section, table

GOOGLE_BENCHMARK = {
    "repetitions": "Google Benchmark",
    "interleaved": "Google Benchmark, interleaved",
}
HEAD = ["who", "against `none`", "studies", "says different", "size, %", "seconds"]


def _row(who, variant, different, percents, seconds):
    sizes = [abs(percent) for percent in percents if percent is not None]
    size = number(median(sizes)) if sizes else number(None)
    return [who, f"`{variant}`", different.of, rate(different), size, number(median(seconds), 1)]


def _own_row(records):
    percents = [record["effects"]["none:copy"]["percent"] for record in records]
    seconds = [record["seconds"] for record in records]
    return _row("tracetoll", "none:copy", resolved_rate(records), percents, seconds)


def _peer_row(who, variant, results):
    different = Rate(sum(one["different"] for one in results), len(results))
    percents = [one["percent"] for one in results]
    return _row(who, variant, different, percents, [one["seconds"] for one in results])


def rows_of(records, condition):
    rows = []
    own = of_condition(records.records("studies"), condition)
    if own:
        rows.append(_own_row(own))
    found = of_condition(records.records("google_benchmark"), condition)
    for way, name in GOOGLE_BENCHMARK.items() if found else ():
        rows.append(_peer_row(name, "none:copy", [record[way] for record in found]))
    found = of_condition(records.records("nanobench"), condition)
    for variant in peers.NANOBENCH_VARIANTS if found else ():
        rows.append(_peer_row("nanobench", variant, [record[variant] for record in found]))
    return rows


def _settings(records):
    text = f"""Google Benchmark: {peers.REPETITIONS} repetitions of {1000 * peers.MIN_TIME:.0f} ms,
        one variant after the other or interleaved at random; CPU time; two-sided Mann-Whitney test
        at 0.05, as its compare.py makes it."""
    nanobench = records.records("nanobench")
    if nanobench:
        one = nanobench[0]["none"]
        text += f""" nanobench {one['version']}: compare() with its own settings and the
            {one['rounds']} rounds that its documentation suggests; different when its 95 % interval
            excludes 1."""
    return text


def section_of_peers(records):
    parts = []
    for condition in (studies.QUIET, studies.LOAD):
        rows = rows_of(records, condition)
        if rows:
            parts += [f"{condition.capitalize()}:\n", table(HEAD, rows)]
    if not parts:
        return ""
    return section(
        "What others say of the same pair",
        paragraph(
            f"""On one layout of each study above, as these tools are used: one binary.
            {_settings(records)} Size: median of the difference found, whatever its direction."""
        ),
        *parts,
        paragraph(
            """In one binary two copies of the same code do differ: where they lie decides it. So
            "different" may be true of that binary, and is still false of the code, which is what
            one wants to know of a marker. No test on one binary can tell the two apart. `none`
            against `none` runs the same instructions at the same addresses: there every "different"
            is wrong."""
        ),
    )
