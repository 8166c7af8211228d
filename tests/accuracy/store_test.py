import pathlib
import tempfile
import unittest

import store


class StoreTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def test_what_is_written_is_there_again(self):
        records = store.Store(self.folder)
        records.append("studies", ["quiet", 3], {"layouts": 16})
        again = store.Store(self.folder)
        self.assertTrue(again.has("studies", ["quiet", 3]))
        self.assertFalse(again.has("studies", ["quiet", 4]))
        self.assertFalse(again.has("verdicts", ["quiet", 3]))
        self.assertEqual(again.get("studies", ["quiet", 3])["layouts"], 16)

    # A kill leaves a cut line; the next record must not be glued to it.
    def test_a_cut_line_is_measured_again(self):
        records = store.Store(self.folder)
        records.append("studies", ["quiet", 0], {"layouts": 16})
        with open(self.folder / "studies.jsonl", "a") as file:
            file.write('{"key": ["quiet", 1], "lay')
        again = store.Store(self.folder)
        self.assertFalse(again.has("studies", ["quiet", 1]))
        again.append("studies", ["quiet", 1], {"layouts": 15})
        self.assertEqual(len(store.Store(self.folder).records("studies")), 2)

    def test_a_spoilt_file_is_refused(self):
        (self.folder / "studies.jsonl").write_text("nonsense\n")
        with self.assertRaises(store.StoreError):
            store.Store(self.folder)

    def test_clearing_keeps_the_last_one_aside(self):
        records = store.Store(self.folder)
        records.append("studies", ["quiet", 0], {})
        records.clear()
        self.assertEqual(records.records("studies"), [])
        self.assertEqual(store.Store(self.folder).records("studies"), [])
        self.assertTrue((self.folder / "studies.before").exists())
