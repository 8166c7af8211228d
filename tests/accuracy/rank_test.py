"""The two-sided Mann-Whitney U test as Google Benchmark's compare.py makes it, which calls
scipy.stats.mannwhitneyu(a, b, alternative="two-sided"). scipy documents: exact where one sample has
at most 8 values and there are no ties, otherwise the normal approximation, corrected for continuity
and ties. Mann and Whitney, Annals of Mathematical Statistics 18 (1947) 50.
"""

import collections
import math

SIGNIFICANT = 0.05  # compare.py's --alpha
MOST_EXACT = 8


def u_statistic(a, b):
    """How many pairs have the value of `a` above that of `b`; a tie is half of one."""
    return sum((x > y) + 0.5 * (x == y) for x in a for y in b)


def ways_by_u(n, m):
    """How many orders of n and m values without ties have U = 0, 1, ... n m: the recurrence of Mann
    and Whitney's (the largest value is of one sample or of the other)."""
    rows = {}
    for i in range(n + 1):
        for j in range(m + 1):
            ways = [0] * (i * j + 1)
            if i == 0 or j == 0:
                ways[0] = 1
            else:
                for u, count in enumerate(rows[i - 1, j]):
                    ways[u + j] += count
                for u, count in enumerate(rows[i, j - 1]):
                    ways[u] += count
            rows[i, j] = ways
    return rows[n, m]


def exact_p(a, b):
    u = u_statistic(a, b)
    ways = ways_by_u(len(a), len(b))
    beyond = int(min(u, len(a) * len(b) - u))
    return min(1.0, 2 * sum(ways[: beyond + 1]) / sum(ways))


def normal_p(a, b):
    n, m = len(a), len(b)
    total = n + m
    ties = sum(t**3 - t for t in collections.Counter(list(a) + list(b)).values())
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    distance = max(0.0, abs(u_statistic(a, b) - n * m / 2) - 0.5)
    return math.erfc(distance / math.sqrt(2 * variance))


def mann_whitney(a, b):
    """The p-value: how likely samples of one distribution are to differ so much in rank."""
    if not a or not b:
        raise ValueError("the U test needs a value in each sample")
    has_ties = len(set(a) | set(b)) < len(a) + len(b)
    if min(len(a), len(b)) <= MOST_EXACT and not has_ties:
        return exact_p(a, b)
    return normal_p(a, b)
