import subprocess
import tempfile
import pathlib
import unittest

import links

COMMAND = ["g++", "-o", "bench/layout_01", "a.o", "main.o", "-pie", "-fuse-ld=lld"]
COMMAND += ["-Wl,--shuffle-sections=.text*=1", "-Wl,--end-group"]


class LinkCommandTest(unittest.TestCase):
    def test_only_seed_and_output_change(self):
        found = links.link_command(COMMAND, "/tmp/layout_07", 42)
        self.assertEqual(found[:3], ["g++", "-o", "/tmp/layout_07"])
        self.assertIn("-Wl,--shuffle-sections=.text*=42", found)
        self.assertNotIn("-Wl,--shuffle-sections=.text*=1", found)
        self.assertEqual(found[3:7], COMMAND[3:7])

    # Seed 1 is that of the command itself.
    def test_layout_1_can_be_linked_again(self):
        self.assertEqual(links.link_command(COMMAND, "bench/layout_01", 1)[:-1], COMMAND)

    def test_conditions(self):
        found = links.link_command(COMMAND, "x", 2, extra=["dead.o"], registration=9)
        self.assertIn("dead.o", found)
        self.assertIn("-Wl,--shuffle-sections=tt_workloads=9", found)
        found = links.link_command(COMMAND, "x", 2, instead=("main.o", "nanobench.o"))
        self.assertIn("nanobench.o", found)
        self.assertNotIn("main.o", found)

    def test_what_is_no_layout_is_refused(self):
        without_shuffle = [a for a in COMMAND if "shuffle" not in a]
        for command in ([], ["g++", "-o", "x"], without_shuffle):
            with self.assertRaises(links.BuildError):
                links.link_command(command, "x", 2)
        with self.assertRaises(links.BuildError):
            links.link_command(COMMAND, "x", 2, instead=("other.o", "nanobench.o"))


class DeadFunctionTest(unittest.TestCase):
    def test_is_as_long_as_asked(self):
        for size in (100, 4999):
            with tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "dead.S"
                source.write_text(links.dead_function_source(size))
                output = source.with_suffix(".o")
                subprocess.run(["c++", "-c", source, "-o", output], check=True)
                lines = subprocess.run(
                    ["nm", "-S", output], check=True, capture_output=True, text=True
                ).stdout
                self.assertEqual(int(lines.split()[1], 16), size)
