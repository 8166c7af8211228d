"""docs/accuracy.md from the records. Every figure in it is counted here."""

import judgement
import sections_peers
import sections_time
import sections_tool
import studies
from judgement import of_condition
from markdown import bullet, paragraph, rate, section, table


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
        for variant in judgement.KNOWN_COSTS if found else ():
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
            counts = f"{found.contradict} of {found.total} contradict"
            judged = judgement.judge_verdicts(found)
            rows.append([f"verdicts turned round by a {kind}", "none", counts, judged])
    return rows + sections_time.wall_time_claims(records)


def _machine(records):
    facts = records.get("machine", [])
    if facts is None:
        return paragraph("Machine: not recorded.")
    guest = f", guest of {facts['hypervisor']}" if facts["hypervisor"] else ""
    return paragraph(
        f"""Machine: {facts['cpu']}, {facts['cpus']} CPUs{guest}; {facts['kernel']}.
        {facts['tool']}; {facts['compiler']} {facts['flags']}; {facts['linker']}; Google Benchmark
        {facts['google_benchmark']}. Before it began, other programs kept the CPUs busy for
        {100 * facts['busy_before']:.0f} % of the time."""
    )


def _left_out(records):
    found = records.records("studies")
    failures = sum(record["failures"] for record in found)
    unreliable = sum(record["unreliable"] for record in found)
    bullets = [
        f"""Of what was measured, nothing: {failures} processes of the {len(found)} studies failed;
        {judgement.without_interval(found)} effects had no interval, and are in no rate;
        {unreliable} studies called themselves UNRELIABLE, and are in every rate.""",
        "Other workloads and other machines: the rates are those of this workload here.",
    ]
    if not records.records("nanobench"):
        bullets.insert(
            0,
            """nanobench's compare(): its header is no part of this project, and no --nanobench DIR
            was given.""",
        )
    return section("Left out", "".join(bullet(text) for text in bullets))


def _head(records, settings):
    smoke = []
    if settings["quick"] or settings["studies"] < judgement.WANTED_STUDIES:
        smoke = ["**A smoke run: too few studies to judge anything by.**\n"]
    return "\n".join(
        [
            "# How far the intervals can be believed\n",
            *smoke,
            paragraph(
                """Written by `./dev calibrate`, which measures all of it; do not edit. The workload
                is select_500.pure unless another is named. Rates are followed by their own 95 %
                interval (Clopper and Pearson)."""
            ),
            _machine(records),
        ]
    )


def write(records):
    settings = records.get("settings", [])
    sections = [
        _head(records, settings),
        section("In short", table(["what", "wanted", "found", ""], _claims(records))),
        sections_tool.section_of_copies(records),
        sections_tool.section_of_known_cost(records),
        sections_tool.section_of_verdicts(records),
        sections_time.section_of_detectable(records),
        sections_peers.section_of_peers(records),
        sections_time.section_of_wall_time(records),
        _left_out(records),
        section(
            "Again",
            paragraph(
                f"""`./dev calibrate --nanobench DIR` on a machine with nothing else to do, DIR
                being where nanobench.h is. This was seed {settings['seed']}; the same seed draws
                the same layouts, dead functions, orders and loads. An interrupted calibration goes
                on with `--resume`."""
            ),
        ),
    ]
    return "\n".join(one for one in sections if one)
