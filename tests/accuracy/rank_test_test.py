"""The U test against published critical values (two-sided, 0.05): 2 for 5 and 5, 13 for 8 and 8, 17
for 9 and 9, 23 for 10 and 10. At the critical value it is significant, one above it is not."""

import unittest

import rank_test


def samples_with_u(n, u):
    """Two samples of n values without ties, U of them as given: n - 1 of the first lie below or
    above all of the second as needed, one in between."""
    ranks = []
    for _ in range(n):
        above = min(u, n)
        ranks.append(above)
        u -= above
    second = [float(i) for i in range(n)]
    first = [above - 0.5 + 0.001 * i for i, above in enumerate(ranks)]
    return first, second


class MannWhitneyTest(unittest.TestCase):
    def test_critical_values(self):
        for n, critical in [(5, 2), (8, 13), (9, 17), (10, 23)]:
            with self.subTest(n=n):
                at = samples_with_u(n, critical)
                above = samples_with_u(n, critical + 1)
                self.assertEqual(rank_test.u_statistic(*at), critical)
                self.assertLessEqual(rank_test.mann_whitney(*at), 0.05)
                self.assertGreater(rank_test.mann_whitney(*above), 0.05)

    # 20 orders of three and three, the most extreme two of them.
    def test_exact_of_three_and_three(self):
        self.assertAlmostEqual(rank_test.mann_whitney([1, 2, 3], [4, 5, 6]), 0.1)
        self.assertAlmostEqual(rank_test.mann_whitney([4, 5, 6], [1, 2, 3]), 0.1)

    def test_ways_count_all_orders(self):
        self.assertEqual(rank_test.ways_by_u(2, 2), [1, 1, 2, 1, 1])
        self.assertEqual(sum(rank_test.ways_by_u(9, 9)), 48620)

    # U = 0 of 9 and 9: z = (40.5 - 0.5) / sqrt(9 * 9 * 19 / 12) = 3.532.
    def test_normal_with_continuity_correction(self):
        low, high = list(range(9)), list(range(10, 19))
        self.assertAlmostEqual(rank_test.mann_whitney(low, high), 0.000412, places=6)

    # All in two ties of 9: U = 0, the variance is 81 / 12 * (19 - 1440 / (18 * 17)).
    def test_ties_reduce_the_variance(self):
        expected = rank_test.normal_p([0] * 9, [1] * 9)
        self.assertAlmostEqual(expected, 4.4e-5, places=5)
        self.assertEqual(rank_test.mann_whitney([0] * 9, [1] * 9), expected)

    def test_the_same_values_do_not_differ(self):
        self.assertEqual(rank_test.mann_whitney([5] * 9, [5] * 9), 1)
        self.assertEqual(rank_test.mann_whitney([1, 2, 3], [1, 2, 3]), 1)

    def test_an_empty_sample_is_refused(self):
        with self.assertRaises(ValueError):
            rank_test.mann_whitney([], [1])
