"""What `meson install` puts in place, used as a program outside of the project uses it."""

import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
COMPILERS = {"c": ["gcc", "clang"], "c++": ["g++", "clang++"]}
STANDARDS = {"c": ["c11"], "c++": ["c++17", "c++20", "c++2b"]}
# Those whose code comes from the headers alone; the others need a library or a compiler of their own.
VARIANTS = ["anchor", "branch", "call", "call_always", "call_cold", "call_preserving", "clobber",
            "flag_category", "flag_shared", "flag_site", "immediate", "none", "nop5", "patch_call",
            "patch_dwarf", "static_key"]


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout, done.stderr


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        code, out, err = run(["meson", "install", "-C", os.environ["BUILD"], "--no-rebuild",
                              "--destdir", str(cls.root)])
        if code != 0:
            raise AssertionError(f"meson install: {out}{err}")
    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def flags(self, *what):
        where = next(self.root.rglob("tracetoll.pc")).parent
        code, out, err = run(["pkg-config", *what, "tracetoll"],
                             env=os.environ | {"PKG_CONFIG_PATH": str(where),
                                               "PKG_CONFIG_SYSROOT_DIR": str(self.root)})
        self.assertEqual(code, 0, err)
        return out.split()

    def compilers(self, language):
        found = [name for name in COMPILERS[language] if shutil.which(name)]
        self.assertTrue(found)
        return found

    def program(self, *command):
        target = self.root / "program"
        target.unlink(missing_ok=True)
        code, _, err = run([*command, "-o", str(target)])
        self.assertEqual(code, 0, f"{' '.join(map(str, command))}\n{err}")
        return target

    def test_ten_lines_attach_and_detach(self):
        library = next(self.root.rglob("libtracetoll_patch*")).parent
        for compiler, level in itertools.product(self.compilers("c++"), ["-O0", "-O2"]):
            with self.subTest(compiler=compiler, level=level):
                target = self.program(compiler, level, HERE / "ten_lines.cpp",
                                      *self.flags("--cflags", "--libs"))
                code, out, err = run([str(target)], env={"LD_LIBRARY_PATH": str(library)})
                self.assertEqual((code, out, err), (0, "step 0\nstep 1\nstep 2\n", ""))

    def test_headers_are_clean_in_every_standard(self):
        for language, source in (("c", "dormant.c"), ("c++", "dormant.cpp")):
            for compiler, standard, variant in itertools.product(
                    self.compilers(language), STANDARDS[language], VARIANTS):
                if variant == "clobber" and compiler in ("gcc", "g++"):
                    continue  # takes the mnemonic `call` away, and with it that of main
                with self.subTest(compiler=compiler, standard=standard, variant=variant):
                    self.program(compiler, "-O2", f"-std={standard}", *STRICT, "-c",
                                 f'-DTT_MARKER_HEADER="{variant}.h"', *self.flags("--cflags"),
                                 HERE / source)

    def test_markers_alone_need_no_library(self):
        for language, source in (("c", "dormant.c"), ("c++", "dormant.cpp")):
            for compiler, level in itertools.product(self.compilers(language), ["-O0", "-O2"]):
                with self.subTest(compiler=compiler, level=level):
                    target = self.program(compiler, level, *self.flags("--cflags"), HERE / source)
                    self.assertEqual(run([str(target)])[0], 0)

    def test_patch_header_is_clean_and_alone(self):
        for language in ("c", "c++"):
            for compiler, standard in itertools.product(self.compilers(language),
                                                        STANDARDS[language]):
                with self.subTest(compiler=compiler, standard=standard):
                    self.program(compiler, f"-std={standard}", *STRICT, "-c", "-x", language,
                                 *self.flags("--cflags"),
                                 next(self.root.rglob("tracetoll/patch.h")))


if __name__ == "__main__":
    unittest.main()
