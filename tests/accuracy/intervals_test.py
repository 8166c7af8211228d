"""Compared with published tables: a wrong quantile would move every rate in docs/accuracy.md."""

import unittest

import intervals


class ClopperPearsonTest(unittest.TestCase):
    # 5 of 100 and 10 of 100 are in many textbooks; 0 of n has the upper limit 1 - 0.025^(1/n).
    def test_known_intervals(self):
        for k, n, low, high in [
            (5, 100, 0.0164, 0.1128),
            (10, 100, 0.0490, 0.1762),
            (10, 200, 0.0242, 0.0900),
            (0, 10, 0.0, 0.3085),
            (10, 10, 0.6915, 1.0),
        ]:
            with self.subTest(k=k, n=n):
                found = intervals.clopper_pearson(k, n)
                self.assertAlmostEqual(found[0], low, places=4)
                self.assertAlmostEqual(found[1], high, places=4)

    def test_nothing_is_known_without_a_trial(self):
        self.assertEqual(intervals.clopper_pearson(0, 0), (0.0, 1.0))

    def test_what_is_no_proportion_is_refused(self):
        for k, n in [(3, 2), (-1, 5)]:
            with self.assertRaises(ValueError):
                intervals.clopper_pearson(k, n)


class BinomialTest(unittest.TestCase):
    def test_tails(self):
        self.assertAlmostEqual(intervals.binomial_at_most(2, 4, 0.5), 11 / 16)
        self.assertEqual(intervals.binomial_at_most(4, 4, 0.5), 1)
        self.assertEqual(intervals.binomial_at_most(-1, 4, 0.5), 0)
        self.assertAlmostEqual(intervals.binomial_at_most(199, 200, 0.05), 1)


class StudentTTest(unittest.TestCase):
    def test_975_percent_points(self):
        for df, point in [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (30, 2.042)]:
            with self.subTest(df=df):
                self.assertAlmostEqual(intervals.student_t_quantile(0.975, df), point, places=3)

    def test_is_symmetric(self):
        below, above = intervals.student_t_cdf(-1.3, 7), intervals.student_t_cdf(1.3, 7)
        self.assertAlmostEqual(below, 1 - above)
        self.assertAlmostEqual(intervals.student_t_cdf(0, 4), 0.5)


class TrimmedIntervalTest(unittest.TestCase):
    # 1 ... 10: two trimmed on either side; the winsorised values are 3 3 3 4 5 6 7 8 8 8, their
    # squares about the mean 42.5 - so SE = sqrt(42.5 / (6 * 5)), and t(5) = 2.571.
    def test_by_hand(self):
        middle, half = intervals.trimmed_interval([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])
        self.assertAlmostEqual(middle, 5.5)
        self.assertAlmostEqual(half, 1.1 * 2.5706 * (42.5 / 30) ** 0.5, places=3)

    def test_a_fifth_of_bad_layouts_on_either_side_moves_nothing(self):
        good = intervals.trimmed_interval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        bad = intervals.trimmed_interval([-1e6, 2, 3, 4, 5, 6, 7, 8, 9, 1e6])
        self.assertEqual(good, bad)

    def test_two_values_have_none(self):
        self.assertIsNone(intervals.trimmed_interval([1, 2]))

    def test_a_constant_has_no_width(self):
        self.assertEqual(intervals.trimmed_interval([3, 3, 3]), (3, 0))


class MedianTest(unittest.TestCase):
    def test_of_odd_and_even(self):
        self.assertEqual(intervals.median([3, 1, 2]), 2)
        self.assertEqual(intervals.median([4, 1, 2, 3]), 2.5)
        with self.assertRaises(ValueError):
            intervals.median([])
