"""Half-widths and noise of the tool and of Google Benchmark by setting, and their ratios."""

import collections
import dataclasses

import efficiency
from intervals import median

THEIRS = "google_benchmark"


@dataclasses.dataclass
class Row:
    who: str
    setting: object  # budget in seconds, or (minimum time, repetitions)
    seconds: float
    half_width: float
    noise: float | None  # None: never measured twice on the same layouts


def rows_of(records):
    """Medians over layout sets and runs."""
    grouped = collections.defaultdict(lambda: collections.defaultdict(dict))
    for record in records:
        who, setting, layout_set, run = record["key"]
        setting = tuple(setting) if isinstance(setting, list) else setting
        grouped[who, setting][layout_set][run] = record
    rows = []
    for (who, setting), sets in grouped.items():
        runs = [record for by_run in sets.values() for record in by_run.values()]
        widths = [efficiency.half_width(record) for record in runs]
        widths = [width for width in widths if width is not None]
        pairs = [(by_run[0], by_run[1]) for by_run in sets.values() if len(by_run) == 2]
        if widths:
            seconds = median([record["seconds"] for record in runs])
            rows.append(Row(who, setting, seconds, median(widths), efficiency.noise(pairs)))
    return sorted(rows, key=lambda row: (row.who == THEIRS, row.seconds))


def of(rows, who):
    return [row for row in rows if row.who == who]


def seconds_of_theirs(rows, half_width):
    """What Google Benchmark takes for this half-width; None where no setting came down to it."""
    points = [(row.seconds, row.half_width) for row in of(rows, THEIRS)]
    return efficiency.seconds_for(half_width, points)


def share_of_theirs(rows, row):
    """(our wall time as a share of theirs for the same half-width, is it only an upper limit):
    where they did not come down to it, they need more than their longest time."""
    theirs = seconds_of_theirs(rows, row.half_width)
    if theirs is None:
        return row.seconds / max(other.seconds for other in of(rows, THEIRS)), True
    return row.seconds / theirs, False


def share_by_noise(rows):
    """Our wall time as a share of theirs for the same noise, each with its best setting. None where
    the noise of either is not known."""
    needs = {}
    for who in (efficiency.OURS, THEIRS):
        found = [row.noise**2 * row.seconds for row in of(rows, who) if row.noise]
        if not found:
            return None
        needs[who] = min(found)
    return needs[efficiency.OURS] / needs[THEIRS]
