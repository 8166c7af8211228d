import json
import math
import tempfile
import unittest

import efficiency
import sections_time
import store
import wall_times


def block(layout, replicate, round_, variant, cpu_ns):
    return json.dumps(
        dict(layout=layout, replicate=replicate, round=round_, variant=variant, cpu_ns=cpu_ns)
    )


class LogRatiosTest(unittest.TestCase):
    # Two processes of layout 3: the median is over all of its rounds. A round without both is none.
    def test_median_over_the_rounds_of_a_layout(self):
        lines = [json.dumps({"schema": "tracetoll.samples/1", "context": {}})]
        for replicate, round_, ratio in [(0, 0, 1.1), (0, 1, 1.2), (5, 0, 4.0)]:
            lines.append(block(3, replicate, round_, "none", 100))
            lines.append(block(3, replicate, round_, "none:copy", 100 * ratio))
        lines += [block(4, 1, 0, "none", 100), '{"end":"done"}']
        found = efficiency.log_ratios_of_samples(lines)
        self.assertEqual(list(found), ["3"])
        self.assertAlmostEqual(found["3"], math.log(1.2))


class NoiseTest(unittest.TestCase):
    # What both runs of a layout share is the layout's, not noise.
    def test_differences_of_layouts_are_no_noise(self):
        first = {"log_ratios": {"1": 0.05, "2": -0.03, "3": 0.01}}
        self.assertEqual(efficiency.noise([(first, first)]), 0)

    def test_is_the_sd_of_one_run(self):
        step = 0.01 * math.sqrt(2) / efficiency.MAD_TO_SD
        first = {"log_ratios": {"1": 0.05, "2": -0.03, "3": 0.01}}
        second = {"log_ratios": {"1": 0.05 + step, "2": -0.03 - step, "3": 0.01 + step}}
        self.assertAlmostEqual(efficiency.noise([(first, second)]), 1)

    def test_too_few_layouts_have_none(self):
        one = {"log_ratios": {"1": 0.05}}
        self.assertIsNone(efficiency.noise([(one, one)]))


class SecondsForTest(unittest.TestCase):
    def test_between_two_points(self):
        points = [(1, 2.0), (4, 1.0)]
        self.assertAlmostEqual(efficiency.seconds_for(2**0.5, points), 2)

    def test_narrow_enough_at_once_or_never(self):
        self.assertEqual(efficiency.seconds_for(3, [(1, 2.0), (4, 1.0)]), 1)
        self.assertIsNone(efficiency.seconds_for(0.5, [(1, 2.0), (4, 1.0)]))

    # A longer run may be wider by chance: the best so far counts.
    def test_a_wider_point_is_passed_over(self):
        points = [(1, 2.0), (2, 3.0), (4, 1.0)]
        self.assertAlmostEqual(efficiency.seconds_for(2**0.5, points), 2)


def record(who, setting, run, seconds, spread, noise):
    sign = 1 if run == 0 else -1
    ratios = {str(i): spread * (i - 7.5) + sign * noise for i in range(16)}
    return {"key": [who, setting, 0, run], "seconds": seconds, "log_ratios": ratios}


class WallTimesTest(unittest.TestCase):
    # Theirs takes four times the time for the same half-width and twice the noise.
    def setUp(self):
        self.records = []
        for run in (0, 1):
            self.records.append(record(efficiency.OURS, 1.4, run, 1.0, 0.001, 0.01))
            self.records.append(record(wall_times.THEIRS, [0.01, 3], run, 4.0, 0.001, 0.02))
        self.rows = wall_times.rows_of(self.records)

    def test_shares(self):
        (ours,) = wall_times.of(self.rows, efficiency.OURS)
        self.assertEqual(wall_times.share_of_theirs(self.rows, ours), (0.25, False))
        self.assertAlmostEqual(wall_times.share_by_noise(self.rows), 1 / 16)

    def test_where_they_do_not_come_down_to_it_it_is_a_limit(self):
        narrow = record(efficiency.OURS, 5, 0, 2.0, 0.0001, 0.01)
        rows = wall_times.rows_of(self.records + [narrow])
        share = wall_times.share_of_theirs(rows, wall_times.of(rows, efficiency.OURS)[1])
        self.assertEqual(share, (0.5, True))

    # "At most a fifth" is refuted by a share above it, not by a limit above it.
    def test_claims(self):
        def judged(*ours):
            with tempfile.TemporaryDirectory() as folder:
                records = store.Store(folder)
                for layout_set in (0, 1):
                    for one in [*ours, record(wall_times.THEIRS, [0.01, 3], 0, 4.0, 0.001, 0.02)]:
                        key = [*one["key"][:2], layout_set, 0]
                        records.append("efficiency", key, {k: one[k] for k in one if k != "key"})
                return sections_time.wall_time_claims(records)[0][-1]

        quick, slow = (record(efficiency.OURS, s, 0, s, 0.001, 0.01) for s in (0.5, 2.0))
        narrow = record(efficiency.OURS, 3.0, 0, 3.0, 0.0001, 0.01)
        self.assertEqual(judged(quick), "met")
        self.assertEqual(judged(quick, slow), "NOT met")
        self.assertEqual(judged(quick, narrow), "undecided")

    def test_without_a_second_run_there_is_no_noise(self):
        once = [one for one in self.records if one["key"][3] == 0]
        self.assertIsNone(wall_times.share_by_noise(wall_times.rows_of(once)))
