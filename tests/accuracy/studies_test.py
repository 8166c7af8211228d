"""Studies with the real tool on stand-ins for layouts, and what is read out of its report."""

import json
import os
import pathlib
import shutil
import tempfile
import time
import unittest

import programs
import studies


class DrawTest(unittest.TestCase):
    # A layout that is there twice would be counted twice.
    def test_seeds_are_different_and_repeatable(self):
        first = studies.draw_seeds(studies.random_for(1, "quiet", 7))
        self.assertEqual(len(set(first)), studies.LAYOUTS)
        self.assertEqual(first, studies.draw_seeds(studies.random_for(1, "quiet", 7)))
        for other in [(2, "quiet", 7), (1, "load", 7), (1, "quiet", 8)]:
            self.assertFalse(set(first) & set(studies.draw_seeds(studies.random_for(*other))))


class ConclusionTest(unittest.TestCase):
    def test_holds_and_sign_and_half_width(self):
        above = {"low": 1.0, "high": 3.0, "resolved": True}
        below = {"low": -3.0, "high": -1.0, "resolved": True}
        open_ = {"low": -1.0, "high": 1.0, "resolved": False}
        absent = {"low": None, "high": None, "resolved": False}
        self.assertEqual([studies.sign(e) for e in (above, below, open_, absent)], [1, -1, 0, 0])
        held = [studies.holds(e, 3.0) for e in (above, below, absent)]
        self.assertEqual(held, [True, False, None])
        self.assertEqual([studies.half_width(e) for e in (above, absent)], [1, None])


class LoadTest(unittest.TestCase):
    def test_leaves_no_process(self):
        with studies.load(studies.random_for(1)):
            time.sleep(0.05)
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)

    def test_nor_after_an_error(self):
        with self.assertRaises(KeyError):
            with studies.load(studies.random_for(1)):
                raise KeyError
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


@unittest.skipUnless("TOOL" in os.environ, "TOOL is not set: the tool is not built")
class ToolTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for number in range(1, studies.LAYOUTS + 1):
            layout = self.folder / f"layout_{number:02}"
            shutil.copy(os.environ["FAKE_LAYOUT"], layout)
            layout.chmod(0o755)
        self.tool = studies.Tool(os.environ["TOOL"], self.folder, self.folder / "samples.jsonl")

    # The stand-in's call costs 10 %, its dose the known 6.25 %.
    def test_a_study(self):
        record, report = studies.study(
            self.tool, "select_500", ["call", "none:copy", "none:dose"], 3, 1
        )
        self.assertEqual(studies.sign(record["effects"]["call"]), 1)
        self.assertTrue(studies.holds(record["effects"]["none:dose"], studies.KNOWN_COST))
        self.assertEqual(studies.sign(record["effects"]["none:copy"]), 0)
        self.assertGreaterEqual(record["layouts"], 3)
        self.assertEqual(record["failures"], 0)
        self.assertEqual(studies.machine(report)["compiler"], "fake++ 1")
        json.dumps(record)

    def test_a_refusal_is_one_line(self):
        with self.assertRaises(programs.RunError) as caught:
            self.tool.run("select_500", ["no_such_variant"], 1, 1)
        self.assertIn("unknown variant", str(caught.exception))
        self.assertEqual(str(caught.exception).count("\n"), 0)
