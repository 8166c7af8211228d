"""What a calibration does, in order: groups of steps on the same layouts. Each step gives one
record, known by its part and key; what is recorded already is not done again."""

import dataclasses
import typing

import efficiency
import peers
import studies
from studies import CONDITIONS, DEAD, LOAD, PERMUTED, QUIET, draw_seeds, random_for

VERDICT_VARIANTS = ["call", "branch"]
AGAIN = "measured again"
DETECTABLE_WORKLOADS = ["select_500.pure", "open_close"]


@dataclasses.dataclass
class Sizes:
    studies: int = 200  # of each condition
    pairs: int = 20
    budgets: tuple = (1, 2, 5, 10, 20)  # seconds of the detectable effect
    repeats: int = 3  # studies of each budget
    sets: int = 2  # of layouts, for the comparison of wall times
    slow: bool = True  # with Google Benchmark's default time, a minute


QUICK = Sizes(studies=10, pairs=2, budgets=(1, 2), repeats=1, sets=1, slow=False)


@dataclasses.dataclass
class Step:
    part: str
    key: list
    seconds: float  # about
    make: typing.Callable


@dataclasses.dataclass
class Group:
    link: typing.Callable  # makes the layouts
    steps: list


class Bench:
    """All that the steps need: the tool, the linker, perhaps nanobench, and the seed."""

    def __init__(self, tool, linker, nanobench, seed):
        self.tool = tool
        self.linker = linker
        self.nanobench = nanobench
        self.seed = seed

    def random(self, *names):
        return random_for(self.seed, *names)


def condition_groups(bench, index):
    """One study of each condition; the peers on the same layouts, where they are judged too."""

    def study(condition):
        seed = bench.random(condition, index, "schedule").randrange(10**9)
        budget = studies.BUDGET[condition]
        return studies.study(bench.tool, peers.WORKLOAD, studies.CONTROLS, budget, seed)[0]

    def under_load(make):
        def loaded():
            with studies.load(bench.random("load", index)):
                return make()

        return loaded

    def google_benchmark():
        layout = bench.linker.folder / "layout_01"
        return {
            "repetitions": peers.u_test(layout, interleaved=False),
            "interleaved": peers.u_test(layout, interleaved=True),
        }

    def nanobench():
        return bench.nanobench.compare(draw_seeds(bench.random("nanobench", index), 1)[0])

    plain = [
        Step("studies", [QUIET, index], 1.5, lambda: study(QUIET)),
        Step("google_benchmark", [QUIET, index], 0.6, google_benchmark),
        Step("studies", [LOAD, index], 2.6, under_load(lambda: study(LOAD))),
        Step("google_benchmark", [LOAD, index], 1, under_load(google_benchmark)),
    ]
    if bench.nanobench:
        plain.insert(2, Step("nanobench", [QUIET, index], 0.5, nanobench))
        plain.append(Step("nanobench", [LOAD, index], 0.8, under_load(nanobench)))
    seeds = {name: draw_seeds(bench.random(name, index, "layouts")) for name in CONDITIONS}
    drawn = bench.random("dead or permuted", index)
    size, registration = drawn.randint(*studies.DEAD_BYTES), drawn.randrange(1, 2**31)
    return [
        Group(lambda: bench.linker.layouts(seeds[QUIET]), plain),
        Group(
            lambda: bench.linker.layouts(seeds[DEAD], dead_bytes=size),
            [Step("studies", [DEAD, index], 1.5, lambda: {"dead_bytes": size, **study(DEAD)})],
        ),
        Group(
            lambda: bench.linker.layouts(seeds[PERMUTED], registration=registration),
            [Step("studies", [PERMUTED, index], 1.5, lambda: study(PERMUTED))],
        ),
    ]


def verdict_groups(bench, index):
    """The same study of two variants as it is, measured again, and with the binary changed."""
    seeds = draw_seeds(bench.random("verdicts", index))
    schedule = bench.random("verdicts", index, "schedule")
    seed, other_seed = schedule.randrange(10**9), schedule.randrange(10**9)
    size, registration = schedule.randint(*studies.DEAD_BYTES), schedule.randrange(1, 2**31)

    def step(kind, seed):
        def make():
            budget = studies.BUDGET[QUIET]
            return studies.study(bench.tool, peers.WORKLOAD, VERDICT_VARIANTS, budget, seed)[0]

        return Step("verdicts", [kind, index], 1.5, make)

    return [
        Group(lambda: bench.linker.layouts(seeds), [step(QUIET, seed), step(AGAIN, other_seed)]),
        Group(lambda: bench.linker.layouts(seeds, dead_bytes=size), [step(DEAD, seed)]),
        Group(
            lambda: bench.linker.layouts(seeds, registration=registration), [step(PERMUTED, seed)]
        ),
    ]


def detectable_groups(bench, sizes):
    groups = []
    for repeat in range(sizes.repeats):
        for budget in sizes.budgets:
            seeds = draw_seeds(bench.random("detectable", budget, repeat))
            group = Group(lambda seeds=seeds: bench.linker.layouts(seeds), [])
            for workload in DETECTABLE_WORKLOADS:

                def make(workload=workload, budget=budget, repeat=repeat):
                    seed = bench.random("detectable", workload, budget, repeat).randrange(10**9)
                    return studies.study(bench.tool, workload, ["none:copy"], budget, seed)[0]

                group.steps.append(Step("detectable", [workload, budget, repeat], budget, make))
            groups.append(group)
    return groups


def efficiency_groups(bench, sizes):
    groups = []
    for number in range(sizes.sets):
        seeds = draw_seeds(bench.random("efficiency", number))
        group = Group(lambda seeds=seeds: bench.linker.layouts(seeds), [])
        for run in range(2):
            for budget in efficiency.BUDGETS:

                def ours(budget=budget, number=number, run=run):
                    seed = bench.random("efficiency", budget, number, run).randrange(10**9)
                    return efficiency.by_tool(bench.tool, budget, seed)

                key = [efficiency.OURS, budget, number, run]
                group.steps.append(Step("efficiency", key, budget, ours))
            slow = efficiency.SLOW_SETTINGS if sizes.slow and number == run == 0 else []
            for min_time, repetitions in efficiency.SETTINGS + slow:

                def theirs(min_time=min_time, repetitions=repetitions):
                    files = [bench.linker.folder / f"layout_{n:02}" for n in range(1, 17)]
                    return efficiency.by_google_benchmark(files, min_time, repetitions)

                seconds = 16 * (0.03 + 2 * (repetitions + 1) * min_time)
                key = ["google_benchmark", [min_time, repetitions], number, run]
                group.steps.append(Step("efficiency", key, seconds, theirs))
        groups.append(group)
    return groups


def all_groups(bench, sizes):
    groups = []
    for index in range(sizes.studies):
        groups += condition_groups(bench, index)
    for index in range(sizes.pairs):
        groups += verdict_groups(bench, index)
    return groups + detectable_groups(bench, sizes) + efficiency_groups(bench, sizes)
