"""From records to counts, and from counts to whether the figures to reach are reached."""

import dataclasses

import studies
from intervals import binomial_at_most, clopper_pearson

WANTED_STUDIES = 200
MOST_RESOLVED = 0.05  # of A/A studies
MOST_UPPER = 0.09  # the upper limit of that rate
KNOWN_COSTS = ["none:dose", "none:copy:dose"]
COVERAGE = (0.92, 0.98)
WANTED_VERDICTS = 40  # 20 pairs of studies of two variants


@dataclasses.dataclass
class Rate:
    count: int
    of: int

    @property
    def share(self):
        return self.count / self.of

    @property
    def interval(self):
        return clopper_pearson(self.count, self.of)


def of_condition(records, condition):
    return [record for record in records if record["key"][0] == condition]


def resolved_rate(records):
    """How many A/A studies say that two copies of the same code differ. One without an interval
    says nothing and is no study."""
    effects = [record["effects"]["none:copy"] for record in records]
    judged = [effect for effect in effects if effect["low"] is not None]
    return Rate(sum(effect["resolved"] for effect in judged), len(judged))


def coverage_rate(records, variant):
    held = [studies.holds(record["effects"][variant], studies.KNOWN_COST) for record in records]
    judged = [one for one in held if one is not None]
    return Rate(sum(judged), len(judged))


def without_interval(records):
    return sum(
        effect["low"] is None for record in records for effect in record["effects"].values()
    )


def too_few(rate):
    if rate.of < WANTED_STUDIES:
        return f"not judged: {rate.of} of {WANTED_STUDIES} studies"
    return ""


def _has_few_resolved(rate):
    # As printed, to a tenth of a percent: the upper limit of 10 of 200 is 9.003 %.
    return rate.share <= MOST_RESOLVED and round(rate.interval[1], 3) <= MOST_UPPER


def judge_false_positives(rate):
    return too_few(rate) or ("met" if _has_few_resolved(rate) else "NOT met")


def judge_coverage(rate):
    few = too_few(rate)
    if few:
        return few
    return "met" if COVERAGE[0] <= rate.share <= COVERAGE[1] else "NOT met"


def chance_to_meet(n):
    """How likely a method that is wrong in exactly 5 % of studies meets the figure for A/A."""
    most = -1
    while most < n and _has_few_resolved(Rate(most + 1, n)):
        most += 1
    return binomial_at_most(most, n, MOST_RESOLVED)


@dataclasses.dataclass
class Verdicts:
    """Pairs of verdicts on the same variant, before and after a change."""

    same: int = 0
    came_or_went: int = 0  # resolved in one, not in the other
    contradict: int = 0  # resolved in opposite directions

    def add(self, before, after):
        if before == after:
            self.same += 1
        elif before * after < 0:
            self.contradict += 1
        else:
            self.came_or_went += 1

    @property
    def total(self):
        return self.same + self.came_or_went + self.contradict


def judge_verdicts(found):
    if found.total < WANTED_VERDICTS:
        return f"not judged: {found.total} of {WANTED_VERDICTS} verdicts"
    return "met" if found.contradict == 0 else "NOT met"


def compare_verdicts(records, kind):
    """Verdicts of the studies as they are against those of `kind`, pair by pair."""
    before = {r["key"][1]: r["effects"] for r in of_condition(records, studies.QUIET)}
    result = Verdicts()
    for record in of_condition(records, kind):
        base = before.get(record["key"][1])
        if base is None:
            continue
        for variant, effect in record["effects"].items():
            result.add(studies.sign(base[variant]), studies.sign(effect))
    return result
