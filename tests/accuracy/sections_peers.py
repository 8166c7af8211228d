"""What the document says of Google Benchmark and nanobench on the same pairs of variants."""

import peers
import studies
from intervals import median
from judgement import Rate, of_condition, resolved_rate
from markdown import number, paragraph, rate, table

GOOGLE_BENCHMARK = {
    "repetitions": "Google Benchmark, repetitions one after the other, U test",
    "interleaved": "Google Benchmark, interleaved repetitions, U test",
}


def _row(who, what, condition, results):
    different = Rate(sum(one["different"] for one in results), len(results))
    return [
        who,
        what,
        condition,
        different.of,
        rate(different),
        number(median([abs(one["percent"]) for one in results])),
        number(median([one["seconds"] for one in results]), 1),
    ]


def _own_row(condition, records):
    effects = [record["effects"]["none:copy"] for record in records]
    sizes = [abs(effect["percent"]) for effect in effects if effect["percent"] is not None]
    resolved = resolved_rate(records)
    seconds = number(median([record["seconds"] for record in records]), 1)
    pair = "`none` / `none:copy`"
    return ["tracetoll", pair, condition, resolved.of, rate(resolved), number(median(sizes)), seconds]


def peer_rows(records):
    rows = []
    for condition in (studies.QUIET, studies.LOAD):
        own = of_condition(records.records("studies"), condition)
        if own:
            rows.append(_own_row(condition, own))
        found = of_condition(records.records("google_benchmark"), condition)
        for way, name in GOOGLE_BENCHMARK.items():
            if found:
                pair = "`none` / `none:copy`"
                rows.append(_row(name, pair, condition, [record[way] for record in found]))
        found = of_condition(records.records("nanobench"), condition)
        for baseline, variant in peers.NANOBENCH_PAIRS:
            if found:
                results = [record[f"{baseline} / {variant}"] for record in found]
                rows.append(_row("nanobench compare()", f"`{baseline}` / `{variant}`", condition, results))
    return rows


def section_of_peers(records):
    rows = peer_rows(records)
    if not rows:
        return ""
    head = ["who", "pair", "condition", "comparisons", "says different", "median difference, %", "seconds"]
    nanobench = records.records("nanobench")
    version = ""
    if nanobench:
        first = nanobench[0]["none / none"]
        version = (
            f"nanobench {first['version']}: compare() with its own settings and the {first['rounds']} rounds"
            " that its documentation suggests; its 95 % interval excludes 1."
        )
    return (
        "## What others say of the same pair\n\n"
        + paragraph(
            f"On one layout of each study above, as these tools are used: one binary. Google Benchmark:",
            f"{peers.REPETITIONS} repetitions of {1000 * peers.MIN_TIME:.0f} ms, CPU time, two-sided",
            "Mann-Whitney test at 0.05 as its compare.py makes it.",
            version,
        )
        + "\n"
        + table(head, rows)
        + "\n"
        + paragraph(
            "In one binary two copies of the same code do differ: where they lie decides it. So",
            "'different' for `none` / `none:copy` may be true of that binary, and is still false of the",
            "code, which is what one wants to know of a marker. No test on one binary can tell the two",
            "apart. `none` / `none` runs the same instructions at the same addresses on both sides:",
            "there every 'different' is wrong.",
        )
    )
