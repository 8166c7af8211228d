"""What the document says of the tool: two copies, known costs, verdicts."""

import judgement
import steps
import studies
from intervals import median
from judgement import of_condition
from markdown import bullet, number, paragraph, rate, section, table

WHAT_IS = {
    studies.QUIET: "nothing else runs",
    studies.LOAD: "on each core a process that burns and sleeps in turn, 0.1 to 0.7 s each",
    studies.DEAD: "all layouts linked with a dead function of 100 to 5000 bytes, another size in "
    "each study, shuffled among the others",
    studies.PERMUTED: "the workloads' entries in another order in each study, which moves no code",
}


def half_widths(records, variant):
    found = [studies.half_width(record["effects"][variant]) for record in records]
    return [width for width in found if width is not None]


def median_or_none(values):
    return median(values) if values else None


def _copies_row(condition, records):
    resolved = judgement.resolved_rate(records)
    return [
        condition,
        resolved.of,
        resolved.count,
        rate(resolved),
        number(median_or_none(half_widths(records, "none:copy"))),
        number(median([record["layouts"] for record in records]), 0),
        number(median([record["seconds"] for record in records]), 1),
    ]


def section_of_copies(records):
    by_condition = {
        condition: of_condition(records.records("studies"), condition)
        for condition in studies.CONDITIONS
    }
    rows = [_copies_row(condition, found) for condition, found in by_condition.items() if found]
    chance = judgement.chance_to_meet(judgement.WANTED_STUDIES)
    return section(
        "Two copies of the same code",
        paragraph(
            """`none:copy` is the source of `none`, compiled and linked a second time: its true
            effect is 0, and a study that resolves it is wrong. Every study has fresh layouts of its
            own; the interval is the one that any other variant gets. Half-widths in percent,
            layouts and seconds: medians over the studies."""
        ),
        table(
            ["condition", "studies", "resolved", "rate", "half-width", "layouts", "seconds"], rows
        ),
        "".join(bullet(f"{name}: {WHAT_IS[name]}.") for name in studies.CONDITIONS),
        paragraph(
            f"""Whether the figure is met is partly luck: a method that is wrong in exactly 5 % of
            studies meets it in {100 * chance:.0f} % of calibrations with
            {judgement.WANTED_STUDIES} studies. The rate with its interval says more."""
        ),
    )


def _cost_row(condition, variant, records):
    held = judgement.coverage_rate(records, variant)
    percents = [record["effects"][variant]["percent"] for record in records]
    return [
        condition,
        f"`{variant}`",
        held.of,
        held.count,
        rate(held),
        number(median_or_none([percent for percent in percents if percent is not None])),
        number(median_or_none(half_widths(records, variant))),
    ]


def section_of_known_cost(records):
    rows = []
    for condition in studies.CONDITIONS:
        found = of_condition(records.records("studies"), condition)
        for variant in judgement.KNOWN_COSTS if found else ():
            rows.append(_cost_row(condition, variant, found))
    return section(
        "A known cost",
        paragraph(
            f"""One operation in 16 is done twice and counted once: +{studies.KNOWN_COST} %. In
            `none:dose` it is done with the code of `none` itself, so that layouts make no
            difference; in `none:copy:dose` with the copy, as a variant with code of its own would
            have it. Held: studies whose 95 % interval holds the true value. Median: of the
            estimates."""
        ),
        table(
            ["condition", "variant", "studies", "held", "coverage", "median", "half-width"], rows
        ),
    )


def section_of_verdicts(records):
    rows = []
    for kind in (steps.AGAIN, studies.DEAD, studies.PERMUTED):
        found = judgement.compare_verdicts(records.records("verdicts"), kind)
        if found.total:
            rows.append([kind, found.total, found.same, found.came_or_went, found.contradict])
    if not rows:
        return ""
    names = " and ".join(f"`{name}`" for name in steps.VERDICT_VARIANTS)
    return section(
        "Verdicts when the binary changes",
        paragraph(
            f"""Studies of {names} with the same 16 seeds of the layouts, before and after a change.
            A verdict is that a cost is resolved above 0, below 0, or not. Two contradict when one
            is above and the other below. A verdict near the edge comes and goes by itself: the
            first row changes nothing but the schedule of the measurement. With one function more
            the same seeds give other orders of all functions; with entries permuted the code stays
            in place."""
        ),
        table(["change", "verdicts", "the same", "resolved in one only", "contradict"], rows),
    )
