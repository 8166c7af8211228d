"""What the document says of the tool: A/A, known costs, verdicts."""

import judgement
import steps
import studies
from intervals import median
from judgement import of_condition
from markdown import number, paragraph, rate, table

WHAT_IS = {
    studies.QUIET: "nothing else runs",
    studies.LOAD: "on each core a process that burns and sleeps in turn, 0.1 to 0.7 s each",
    studies.DEAD: "all layouts linked with a dead function of 100 to 5000 bytes, another size in "
    "each study, shuffled among the others",
    studies.PERMUTED: "the workloads' entries in another order in each study",
}


def half_widths(records, variant):
    found = [studies.half_width(record["effects"][variant]) for record in records]
    return [width for width in found if width is not None]


def median_or_none(values):
    return median(values) if values else None


def section_of_copies(records):
    rows = []
    for condition in studies.CONDITIONS:
        found = of_condition(records.records("studies"), condition)
        if not found:
            continue
        resolved = judgement.resolved_rate(found)
        rows.append(
            [
                condition,
                resolved.of,
                resolved.count,
                rate(resolved),
                number(median_or_none(half_widths(found, "none:copy"))),
                number(median([record["layouts"] for record in found]), 0),
                number(median([record["seconds"] for record in found]), 1),
            ]
        )
    head = ["condition", "studies", "resolved", "rate", "half-width", "layouts", "seconds"]
    chance = judgement.chance_to_meet(judgement.WANTED_STUDIES)
    return (
        "## Two copies of the same code\n\n"
        + paragraph(
            "`none:copy` is the source of `none`, compiled and linked a second time: its true effect is",
            "0, and a study that resolves it is wrong. Every study has fresh layouts of its own; the",
            "interval is the one that any other variant gets. Half-widths in percent, with layouts and",
            "seconds the medians over the studies.",
        )
        + "\n"
        + table(head, rows)
        + "\n"
        + "".join(f"- {name}: {WHAT_IS[name]}.\n" for name in studies.CONDITIONS)
        + "\n"
        + paragraph(
            f"Whoever reads the figure to reach as a test: a method that is wrong in exactly 5 % of",
            f"studies meets it in {100 * chance:.0f} % of calibrations with"
            f" {judgement.WANTED_STUDIES} studies. The rate with its interval says more than met or",
            "not.",
        )
    )


def section_of_known_cost(records):
    rows = []
    for condition in studies.CONDITIONS:
        found = of_condition(records.records("studies"), condition)
        for variant in ("none:dose", "none:copy:dose") if found else ():
            held = judgement.coverage_rate(found, variant)
            effects = [record["effects"][variant]["percent"] for record in found]
            middle = median_or_none([e for e in effects if e is not None])
            rows.append(
                [
                    condition,
                    f"`{variant}`",
                    held.of,
                    held.count,
                    rate(held),
                    number(middle),
                    number(median_or_none(half_widths(found, variant))),
                ]
            )
    head = ["condition", "variant", "studies", "held", "coverage", "median", "half-width"]
    return (
        "## A known cost\n\n"
        + paragraph(
            f"One operation in 16 is done twice and counted once: +{studies.KNOWN_COST} %. In",
            "`none:dose` it is done with the code of `none` itself, so that layouts make no difference;",
            "in `none:copy:dose` with the copy, as a variant with code of its own would have it.",
            "Held: studies whose 95 % interval holds the true value. Median: of the estimates.",
        )
        + "\n"
        + table(head, rows)
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
    head = ["change", "verdicts", "the same", "resolved in one only", "contradict"]
    return (
        "## Verdicts when the binary changes\n\n"
        + paragraph(
            f"Studies of {names} with the same 16 seeds of the layouts, before and after a change. A",
            "verdict is that a cost is resolved above 0, below 0, or not. Two contradict when one is",
            "above and the other below. A verdict near the edge comes and goes by itself: the first",
            "row changes nothing but the schedule of the measurement.",
        )
        + "\n"
        + table(head, rows)
    )
