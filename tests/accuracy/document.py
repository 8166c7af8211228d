"""docs/accuracy.md from the records. Every figure in it is counted here."""

import judgement
import sections_peers
import sections_time
import sections_tool
import steps
import studies
from judgement import of_condition
from markdown import paragraph, rate, table


def _claims(records):
    """Rows: what, wanted, found, judgement."""
    rows = []
    for condition in studies.CONDITIONS:
        found = of_condition(records.records("studies"), condition)
        if not found:
            continue
        resolved = judgement.resolved_rate(found)
        rows.append(
            [
                f"A/A resolved, {condition}",
                "at most 5 %, upper limit at most 9 %",
                rate(resolved),
                judgement.judge_false_positives(resolved),
            ]
        )
    for condition in (studies.QUIET, studies.LOAD):
        found = of_condition(records.records("studies"), condition)
        for variant in ("none:dose", "none:copy:dose") if found else ():
            held = judgement.coverage_rate(found, variant)
            rows.append(
                [
                    f"coverage of +{studies.KNOWN_COST} %, `{variant}`, {condition}",
                    "92 to 98 %",
                    rate(held),
                    judgement.judge_coverage(held),
                ]
            )
    for kind in (studies.DEAD, studies.PERMUTED):
        found = judgement.compare_verdicts(records.records("verdicts"), kind)
        if found.total:
            met = "met" if found.contradict == 0 else "NOT met"
            counts = f"{found.contradict} of {found.total} contradict"
            rows.append([f"verdicts changed by a {kind}", "none", counts, met])
    claim = sections_time.wall_time_claim(records)
    if claim:
        rows.append(["wall time for the half-width of Google Benchmark", "at most a fifth", *claim])
    return rows


def _machine(records):
    facts = records.get("machine", [])
    if facts is None:
        return "Machine: not recorded.\n"
    guest = f", guest of {facts['hypervisor']}" if facts["hypervisor"] else ""
    return paragraph(
        f"Machine: {facts['cpu']}, {facts['cpus']} CPUs{guest}; {facts['kernel']}.",
        f"{facts['tool']}; {facts['compiler']} {facts['flags']}; {facts['linker']};",
        f"Google Benchmark {facts['google_benchmark']}.",
    )


def _left_out(records):
    lines = []
    if not records.records("nanobench"):
        lines.append(
            "nanobench's compare(): its header is no part of this project, and no --nanobench DIR was "
            "given."
        )
    failures = sum(r["failures"] for r in records.records("studies"))
    no_interval = judgement.without_interval(records.records("studies"))
    unreliable = sum(r["unreliable"] for r in records.records("studies"))
    total = len(records.records("studies"))
    lines.append(
        f"Nothing of what was measured: {failures} processes of the studies failed, {no_interval} effects "
        f"had no interval (they are in no rate), and {unreliable} of {total} studies called themselves "
        "UNRELIABLE (they are in every rate)."
    )
    lines.append("Other workloads and other machines: the rates are those of this workload here.")
    return "## Left out\n\n" + "".join(
        paragraph("- " + line).replace("\n", "\n  ").rstrip() + "\n" for line in lines
    )


def write(records):
    settings = records.get("settings", [])
    smoke = ""
    if settings["quick"] or settings["studies"] < judgement.WANTED_STUDIES:
        smoke = "**A smoke run: too few studies to judge anything by.**\n\n"
    sections = [
        "# How far the intervals can be believed\n\n"
        + smoke
        + paragraph(
            "Written by `./dev calibrate`, which measures all of it; do not edit. The workload is",
            "select_500.pure unless another is named. Rates are followed by their own 95 % interval",
            "(Clopper and Pearson).",
        )
        + "\n"
        + _machine(records),
        "## In short\n\n" + table(["what", "wanted", "found", ""], _claims(records)),
        sections_tool.section_of_copies(records),
        sections_tool.section_of_known_cost(records),
        sections_tool.section_of_verdicts(records),
        sections_time.section_of_detectable(records),
        sections_peers.section_of_peers(records),
        sections_time.section_of_wall_time(records),
        _left_out(records),
        "## Again\n\n"
        + paragraph(
            "`./dev calibrate --nanobench DIR` on a machine with nothing else to do, DIR being where",
            f"nanobench.h is. This was seed {settings['seed']}; the same seed draws the same layouts,",
            "dead functions, orders and loads. An interrupted calibration goes on with `--resume`.",
        ),
    ]
    return "\n".join(section for section in sections if section)
