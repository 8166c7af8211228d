"""Intervals and quantiles that the calibration needs, in plain Python: it must run where the tool
runs, without numpy or scipy. Each is compared with published tables in intervals_test.py.
"""

import math

CONFIDENCE = 0.95
TRIM = 0.2  # as in analysis/statistics.hpp
WIDENING = 1.1  # of what is trimmed


def _bisect(is_below, low, high):
    """The point of [low, high] where is_below turns from true to false."""
    for _ in range(200):
        middle = (low + high) / 2
        if is_below(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def binomial_at_most(k, n, p):
    """P(X <= k) for X of n trials with probability p."""
    if k >= n:
        return 1.0
    if k < 0:
        return 0.0
    return min(1.0, math.fsum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1)))


def clopper_pearson(k, n, level=CONFIDENCE):
    """The exact interval of a proportion, k of n: (low, high). Clopper and Pearson, Biometrika 26
    (1934) 404. Without a trial nothing is excluded."""
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a proportion")
    if n == 0:
        return 0.0, 1.0
    tail = (1 - level) / 2
    low = 0.0
    if k > 0:
        low = _bisect(lambda p: 1 - binomial_at_most(k - 1, n, p) < tail, 0, 1)
    high = 1.0
    if k < n:
        high = _bisect(lambda p: binomial_at_most(k, n, p) > tail, 0, 1)
    return low, high


def student_t_cdf(t, df):
    """P(T <= t) with a whole number of degrees of freedom: the finite series of Abramowitz and
    Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4."""
    theta = math.atan(abs(t) / math.sqrt(df))
    sine, cosine = math.sin(theta), math.cos(theta)
    if df % 2 == 1:
        term, total = cosine, 0.0
        for i in range(1, df - 1, 2):
            total += term
            term *= cosine * cosine * (i + 1) / (i + 2)
        inside = 2 / math.pi * (theta + sine * total)
    else:
        term, total = 1.0, 0.0
        for i in range(0, df - 1, 2):
            total += term
            term *= cosine * cosine * (i + 1) / (i + 2)
        inside = sine * total
    return 0.5 + math.copysign(inside / 2, t)


def student_t_quantile(p, df):
    return _bisect(lambda t: student_t_cdf(t, df) < p, -1e4, 1e4)


def median(values):
    ordered = sorted(values)
    n = len(ordered)
    if n == 0:
        raise ValueError("no median of nothing")
    return (ordered[(n - 1) // 2] + ordered[n // 2]) / 2


def quantile(values, p):
    """Linear between the order statistics."""
    ordered = sorted(values)
    place = p * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def trimmed_interval(values, level=CONFIDENCE):
    """(trimmed mean, half-width): Yuen's interval, widened, by the formula of
    analysis/statistics.hpp, so that another tool's layouts are judged as ours are. None of fewer
    than three values."""
    n = len(values)
    if n < 3:
        return None
    ordered = sorted(values)
    g = int(TRIM * n)
    h = n - 2 * g
    kept = ordered[g : n - g]
    winsorised = [kept[0]] * g + kept + [kept[-1]] * g
    centre = math.fsum(winsorised) / n
    squares = math.fsum((w - centre) ** 2 for w in winsorised)
    error = math.sqrt(squares / (h * (h - 1)))
    widening = WIDENING if g > 0 else 1
    return math.fsum(kept) / h, widening * student_t_quantile((1 + level) / 2, h - 1) * error


def standard_deviation(values):
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
