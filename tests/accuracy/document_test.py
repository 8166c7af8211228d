"""The document from made-up records: what it counts, and that it never says met of too few."""

import pathlib
import tempfile
import unittest

import document
import judgement
import steps
import store
import studies


def effect(percent, half):
    low, high = percent - half, percent + half
    return {"percent": percent, "low": low, "high": high, "resolved": low > 0 or high < 0}


NO_EFFECT = {"percent": None, "low": None, "high": None, "resolved": False}


def study(effects):
    return {
        "effects": effects,
        "layouts": 16,
        "replicates": 17,
        "failures": 0,
        "unreliable": False,
        "seconds": 1.4,
    }


def controls(copy, known=6.25):
    return study(
        {"none:copy": copy, "none:dose": effect(known, 1), "none:copy:dose": effect(known, 1)}
    )


class JudgementTest(unittest.TestCase):
    def rate(self, wrong, n):
        records = [controls(effect(2, 1)) for _ in range(wrong)]
        records += [controls(effect(0.5, 1)) for _ in range(n - wrong)]
        return judgement.resolved_rate(records)

    def test_false_positives(self):
        self.assertEqual(judgement.judge_false_positives(self.rate(10, 200)), "met")
        self.assertEqual(judgement.judge_false_positives(self.rate(11, 200)), "NOT met")
        self.assertIn("not judged", judgement.judge_false_positives(self.rate(0, 199)))

    # A study that came to nothing is not one that found nothing.
    def test_no_interval_is_no_study(self):
        rate = judgement.resolved_rate([controls(NO_EFFECT), controls(effect(0, 1))])
        self.assertEqual((rate.count, rate.of), (0, 1))

    def test_coverage(self):
        def coverage(held):
            records = [controls(effect(0, 1), 6.25 if i < held else 9) for i in range(200)]
            return judgement.judge_coverage(judgement.coverage_rate(records, "none:dose"))

        found = [coverage(held) for held in (183, 184, 196, 197)]
        self.assertEqual(found, ["NOT met", "met", "met", "NOT met"])

    # 5 % exactly must not be a sure thing, nor hopeless.
    def test_chance_to_meet(self):
        self.assertTrue(0.3 < judgement.chance_to_meet(200) < 0.7)

    def test_verdicts(self):
        def at(kind, index, percent):
            return {"key": [kind, index], **study({"call": effect(percent, 1)})}

        records = [at(studies.QUIET, 0, 5), at(studies.QUIET, 1, 5), at(studies.QUIET, 2, 5)]
        records += [at(studies.DEAD, 0, 4), at(studies.DEAD, 1, 0.5), at(studies.DEAD, 2, -5)]
        records += [at(studies.DEAD, 3, -5)]  # its other half was not measured
        found = judgement.compare_verdicts(records, studies.DEAD)
        self.assertEqual((found.same, found.came_or_went, found.contradict), (1, 1, 1))


class DocumentTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.records = store.Store(pathlib.Path(scratch.name))
        self.records.append("settings", [], {"seed": 1, "quick": False, "studies": 200})

    def fill(self, n):
        for condition in studies.CONDITIONS:
            for index in range(n):
                copy = effect(3, 1) if index < n // 20 else effect(0, 1)
                self.records.append("studies", [condition, index], controls(copy))
        for index in range(20):
            for kind in (studies.QUIET, steps.AGAIN, studies.DEAD, studies.PERMUTED):
                record = study({"call": effect(8, 2), "branch": effect(4, 2)})
                self.records.append("verdicts", [kind, index], record)

    def test_counts_and_judges(self):
        self.fill(200)
        text = document.write(self.records)
        self.assertNotIn("smoke run", text)
        self.assertIn("5.0 % [2.4, 9.0]", text)
        self.assertIn("0 of 40 contradict", text)
        self.assertIn("no --nanobench DIR was given", " ".join(text.split()))
        self.assertLessEqual(max(len(line) for line in text.splitlines() if "|" not in line), 100)

    def test_few_studies_are_not_judged(self):
        self.records.append("settings", [], {"seed": 1, "quick": True, "studies": 3})
        self.fill(3)
        text = document.write(self.records)
        self.assertIn("A smoke run", text)
        self.assertIn("not judged: 3 of 200 studies", text)

    # An interrupted calibration may have nothing of a part.
    def test_no_records_at_all_is_a_document(self):
        text = document.write(self.records)
        self.assertIn("## Left out", text)
        self.assertNotRegex(text, r"\bnan\b")

    def test_nanobench_is_reported_when_it_was_asked(self):
        said = {"version": "4.6.0", "rounds": 52, "percent": 1.5, "low": 1, "high": 2}
        said |= {"different": True, "seconds": 0.2}
        self.records.append("nanobench", [studies.QUIET, 0], {"none:copy": said, "none": said})
        text = document.write(self.records)
        self.assertIn("nanobench 4.6.0", text)
        self.assertNotIn("no --nanobench DIR", " ".join(text.split()))
