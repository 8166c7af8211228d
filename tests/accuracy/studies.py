"""One study with the tool on fresh layouts, under a condition, and what it concluded."""

import contextlib
import json
import os
import random
import signal
import time

import programs

LAYOUTS = 16
# The conditions: what is different from a quiet machine and the build's own link.
QUIET, LOAD, DEAD, PERMUTED = "quiet", "load", "dead function", "permuted registration"
CONDITIONS = [QUIET, LOAD, DEAD, PERMUTED]
CONTROLS = ["none:copy", "none:dose", "none:copy:dose"]
KNOWN_COST = 6.25  # percent: one operation in 16 done twice (kDosePercent)
# Seconds, so that each of 16 layouts gets a process; under load that takes longer.
BUDGET = {QUIET: 1.4, LOAD: 2.4, DEAD: 1.4, PERMUTED: 1.4}
DEAD_BYTES = (100, 5000)
BURST = (0.1, 0.7)  # seconds


def random_for(seed, *names):
    """A generator that depends on what it is for and on nothing else, so that a calibration that
    goes on draws what it would have drawn."""
    return random.Random("/".join(str(name) for name in (seed, *names)))


def draw_seeds(generator, count=LAYOUTS):
    """Different ones: the same order twice would be one layout counted twice."""
    return generator.sample(range(1, 2**31), count)


def _burn_and_sleep(cpu, generator, parent):
    os.sched_setaffinity(0, [cpu])
    is_burning = generator.random() < 0.5
    while True:
        end = time.monotonic() + generator.uniform(*BURST)
        if is_burning:
            while time.monotonic() < end:
                pass
        else:
            time.sleep(end - time.monotonic())
        is_burning = not is_burning
        if os.getppid() != parent:
            return  # the calibration was killed


@contextlib.contextmanager
def load(generator):
    """A process on each core that burns and sleeps in turn."""
    children, parent = [], os.getpid()
    try:
        for cpu in sorted(os.sched_getaffinity(0)):
            own = random.Random(generator.random())
            child = os.fork()
            if child == 0:
                try:
                    signal.signal(signal.SIGINT, signal.SIG_IGN)
                    signal.signal(signal.SIGTERM, signal.SIG_DFL)
                    _burn_and_sleep(cpu, own, parent)
                finally:
                    os._exit(1)
            children.append(child)
        yield
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


class Tool:
    def __init__(self, program, layout_folder, samples):
        self.program = program
        self.layout_folder = layout_folder
        self.samples = samples

    def run(self, workload, variants, budget, seed):
        """(the report as JSON, seconds). The samples stay in self.samples until the next run."""
        self.samples.unlink(missing_ok=True)
        asked = [argument for variant in variants for argument in ("-v", variant)]
        _, seconds = programs.run(
            [self.program, "run", "-w", workload, *asked, "--budget", f"{budget}s"]
            + ["--layouts", LAYOUTS, "--layout-folder", self.layout_folder]
            + ["--seed", seed, "-o", self.samples],
            may_exit=(0, 3),
        )
        text, _ = programs.run(
            [self.program, "report", self.samples, "--format", "json"], may_exit=(0, 3)
        )
        return json.loads(text), seconds


def conclusions(report, variants):
    """Of each variant percent, low, high and resolved; none of the figures without an interval."""
    found = {variant["name"]: variant["effect"] for variant in report["workloads"][0]["variants"]}
    return {variant: found[variant] for variant in variants}


def machine(report):
    context = report["context"]
    names = ["tool", "cpu", "cpus", "hypervisor", "kernel", "compiler", "flags"]
    return {name: context[name] for name in names}


def study(tool, workload, variants, budget, seed):
    """A record of one study."""
    report, seconds = tool.run(workload, variants, budget, seed)
    return {
        "workload": workload,
        "effects": conclusions(report, variants),
        "layouts": report["layouts"],
        "replicates": report["replicates"],
        "failures": len(report["failures"]),
        "unreliable": report["unreliable"],
        "seconds": seconds,
    }, report


def holds(effect, truth):
    """Does the interval hold the truth? None without an interval."""
    if effect["low"] is None:
        return None
    return effect["low"] <= truth <= effect["high"]


def sign(effect):
    """The verdict: +1, -1, or 0 where it is not resolved."""
    if not effect["resolved"]:
        return 0
    return 1 if effect["low"] > 0 else -1


def half_width(effect):
    return None if effect["low"] is None else (effect["high"] - effect["low"]) / 2
