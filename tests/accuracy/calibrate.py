#!/usr/bin/env python3
"""./dev calibrate: runs the evidence for the tool's intervals and writes docs/accuracy.md.

Every record is kept in build/accuracy/*.jsonl as it comes; --resume goes on from there.
"""

import argparse
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import document
import links
import peers
import programs
import steps
import store
import studies

PROJECT = pathlib.Path(__file__).resolve().parents[2]
LINK_SECONDS = 0.5  # of 16 layouts, about
FEWEST_STUDIES = 3
MOST_BUSY = 0.05


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="./dev calibrate",
        description="Runs the evidence for the tool's intervals and writes docs/accuracy.md.",
    )
    parser.add_argument("--studies", type=int, metavar="N", help="of each condition (default 200)")
    parser.add_argument(
        "--quick", action="store_true", help="a smoke run, written to build/accuracy.md"
    )
    parser.add_argument("--nanobench", metavar="DIR", help="where nanobench.h is, to ask it too")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of layouts and schedules")
    parser.add_argument("--resume", action="store_true", help="go on where it was interrupted")
    parser.add_argument(
        "--write-only", action="store_true", help="write the document from what is recorded"
    )
    parser.add_argument("--build", default="build", metavar="DIR", help="the build (default build)")
    options = parser.parse_args(arguments)
    if options.studies is not None and options.studies < FEWEST_STUDIES:
        parser.error(f"--studies {options.studies}: give at least {FEWEST_STUDIES}")
    return options


def sizes_of(options):
    sizes = steps.QUICK if options.quick else steps.Sizes()
    if options.studies is not None:
        sizes.studies = options.studies
    return sizes


def say(text):
    print(f"calibrate: {text}", file=sys.stderr, flush=True)


def busy_share(seconds=2):
    """The share of the CPUs' time that others take, a hypervisor's other guests included."""

    def ticks():
        fields = [int(field) for field in pathlib.Path("/proc/stat").read_text().split()[1:9]]
        return sum(fields), fields[3] + fields[4]  # all, idle and waiting for a disk

    all_before, idle_before = ticks()
    time.sleep(seconds)
    all_after, idle_after = ticks()
    total = all_after - all_before
    return 1 - (idle_after - idle_before) / total if total > 0 else 0.0


def machine_facts(tool, linker, seed):
    """From a short run, whose effects are not looked at."""
    busy = busy_share()
    if busy > MOST_BUSY:
        say(f"the CPUs are {100 * busy:.0f} % busy with other programs: not a quiet machine")
    linker.layouts(range(1, studies.LAYOUTS + 1))
    report, _ = tool.run(peers.WORKLOAD, ["none:copy"], 0.5, seed)
    facts = studies.machine(report)
    facts["google_benchmark"] = first_line(["pkg-config", "--modversion", "benchmark"])
    facts["busy_before"] = busy
    facts["linker"] = first_line(["ld.lld", "--version"])
    return facts


def first_line(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "of an unknown version"
    return result.stdout.strip().splitlines()[0]


def check_controls(linker, seed):
    """The changes to the binary must really be made: a dead function that is there, and another
    order of the entries. Otherwise a condition would be the quiet one under another name."""
    (plain,) = linker.layouts([seed + 1])
    before = links.registration_order(plain)
    (changed,) = linker.layouts([seed + 1], dead_bytes=studies.DEAD_BYTES[1], registration=seed + 2)
    after = links.registration_order(changed)
    if before == after or sorted(before) != sorted(after):
        raise links.BuildError("this linker does not permute the registration of workloads")
    if not any(name == "tracetoll_dead" for _, name in links.function_addresses(changed)):
        raise links.BuildError("this linker leaves the dead function out")


def carry_out(groups, records):
    """The steps that are not recorded yet."""
    todo = [(group, [s for s in group.steps if not records.has(s.part, s.key)]) for group in groups]
    todo = [(group, left) for group, left in todo if left]
    nominal = sum(LINK_SECONDS + sum(step.seconds for step in left) for _, left in todo)
    done, began, last_said = 0.0, time.monotonic(), 0.0
    for group, left in todo:
        group.link()
        done += LINK_SECONDS
        for step in left:
            records.append(step.part, step.key, step.make())
            done += step.seconds
            now = time.monotonic()
            if now - last_said >= 10:
                last_said = now
                # What was planned and what it takes are not the same machine.
                factor = (now - began) / done
                name = ", ".join(str(part) for part in step.key)
                say(f"{step.part}: {name}; about {(nominal - done) * factor / 60:.1f} min left")
    return time.monotonic() - began


def prepare_records(options, sizes, folder):
    """The store, cleared unless the calibration goes on; it may go on to more studies."""
    records = store.Store(folder)
    settings = {"seed": options.seed, "quick": options.quick, "studies": sizes.studies}
    found = records.get("settings", [])
    if (options.resume or options.write_only) and found is None:
        raise store.StoreError(f"{folder}: nothing is recorded there; measure first")
    if options.write_only:
        return records
    if not options.resume:
        records.clear()
    elif found["seed"] != options.seed:
        raise store.StoreError(f"{folder}: was begun with --seed {found['seed']}; resume it so")
    records.append("settings", [], settings)
    return records


def measure(options, sizes, build, records):
    with tempfile.TemporaryDirectory(prefix="accuracy-", dir=build) as scratch:
        scratch = pathlib.Path(scratch)
        linker = links.Linker(build, scratch / "layouts")
        tool = studies.Tool(build / "tracetoll", linker.folder, scratch / "samples.jsonl")
        nanobench = None
        if options.nanobench:
            source = PROJECT / "bench/peers/nanobench.cpp"
            nanobench = peers.Nanobench(options.nanobench, linker, source, scratch / "nanobench.o")
        check_controls(linker, options.seed)
        if not records.has("machine", []):
            records.append("machine", [], machine_facts(tool, linker, options.seed))
        bench = steps.Bench(tool, linker, nanobench, options.seed)
        seconds = carry_out(steps.all_groups(bench, sizes), records)
        say(f"measured for {seconds / 60:.1f} min")


def calibrate(options):
    build = (PROJECT / options.build).resolve()
    if not (build / "build.ninja").is_file():
        raise links.BuildError(f"{build}: is not a build folder; make it with './dev build'")
    if options.nanobench:
        peers.find_nanobench(options.nanobench)
    sizes = sizes_of(options)
    folder = build / ("accuracy-quick" if options.quick else "accuracy")
    output = build / "accuracy.md" if options.quick else PROJECT / "docs/accuracy.md"
    records = prepare_records(options, sizes, folder)
    try:
        if not options.write_only:
            measure(options, sizes, build, records)
    except KeyboardInterrupt:
        say(f"interrupted; what was measured is in {folder}: --resume goes on, --write-only writes")
        return 130
    output.write_text(document.write(records))
    say(f"wrote {output}")
    return 0


def interrupt(*_):
    raise KeyboardInterrupt


def main(arguments):
    options = parse_arguments(arguments)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        return calibrate(options)
    except programs.RunError as error:
        say(f"{error}; what was measured before is kept, --resume goes on")
        return 2
    except (links.BuildError, store.StoreError) as error:
        say(str(error))
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
