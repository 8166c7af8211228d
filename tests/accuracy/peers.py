"""What Google Benchmark and nanobench say of the same two variants."""

import json
import pathlib
import re

import links
import programs
import rank_test
from intervals import median

WORKLOAD = "select_500.pure"
REPETITIONS = 9  # what compare.py asks for at least
MIN_TIME = 0.01
NANOBENCH_VARIANTS = ["none:copy", "none"]  # each against none


def cpu_times(report):
    """Of each variant, the CPU times of its repetitions, from Google Benchmark's JSON."""
    times = {"none": [], "none:copy": []}
    for entry in report["benchmarks"]:
        if entry["run_type"] == "iteration":
            times[entry["name"].partition("/")[2]].append(entry["cpu_time"])
    return times


def google_benchmark(layout, interleaved, repetitions=REPETITIONS, min_time=MIN_TIME):
    """(CPU times by variant, seconds of the process)."""
    output, seconds = programs.run(
        [
            layout,
            f"--benchmark_filter=^{re.escape(WORKLOAD)}/none(:copy)?$",
            f"--benchmark_repetitions={repetitions}",
            f"--benchmark_min_time={min_time}",
            f"--benchmark_enable_random_interleaving={'true' if interleaved else 'false'}",
            "--benchmark_format=json",
        ]
    )
    return cpu_times(json.loads(output)), seconds


def u_test(layout, interleaved):
    """One comparison as a user of compare.py makes it."""
    times, seconds = google_benchmark(layout, interleaved)
    p = rank_test.mann_whitney(times["none"], times["none:copy"])
    return {
        "p": p,
        "different": p < rank_test.SIGNIFICANT,
        "percent": 100 * (median(times["none:copy"]) / median(times["none"]) - 1),
        "seconds": seconds,
    }


def find_nanobench(folder):
    """Its header in `folder`; BuildError where there is none, or one that cannot compare."""
    header = pathlib.Path(folder) / "nanobench.h"
    if not header.is_file():
        raise links.BuildError(f"--nanobench {folder}: there is no nanobench.h in it")
    if "CompareResult" not in header.read_text(errors="replace"):
        raise links.BuildError(
            f"{header}: has no compare(); take nanobench 4.6 or newer, or leave --nanobench out"
        )
    return header


class Nanobench:
    """compare() of the nanobench.h in `folder`, linked in the place of a layout's main program."""

    MAIN = "bench/libdriver.a.p/layout_main.cpp.o"

    def __init__(self, folder, linker, source, output):
        header = find_nanobench(folder)
        self.linker = linker
        self.object = pathlib.Path(output)
        links.run_build(self._compile_command(header.parent, source), linker.build)

    def _compile_command(self, folder, source):
        """That of a layout's main program, without its dependency file and without -Werror."""
        command, skip = [], False
        for argument in links.command_for(self.linker.build, self.MAIN):
            if skip or argument in ("-MD", "-Werror"):
                skip = False
            elif argument in ("-MQ", "-MF", "-o", "-c"):
                skip = True
            else:
                command.append(argument)
        ours = pathlib.Path(source).parents[1] / "layout"
        include = ["-isystem", str(folder.resolve()), f"-I{ours}"]
        return command + include + ["-o", str(self.object), "-c", str(source)]

    def compare(self, seed):
        """A result for each of NANOBENCH_VARIANTS, in one fresh layout."""
        program = self.linker.folder / "nanobench"
        links.run_build(
            links.link_command(
                self.linker.command, program, seed, instead=(self.MAIN, self.object)
            ),
            self.linker.build,
        )
        results = {}
        for variant in NANOBENCH_VARIANTS:
            output, seconds = programs.run([program, WORKLOAD, "none", variant])
            results[variant] = {**json.loads(output), "seconds": seconds}
        program.unlink()
        return results
