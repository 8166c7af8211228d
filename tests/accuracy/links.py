"""Layouts beyond those that the build linked: its own link command with other seeds.

`ninja -t compdb -x` gives the commands with their response files written out.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess


class BuildError(Exception):
    """One line: what cannot be built, and what to do."""


def run_build(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        last = (result.stderr.strip() or "no message").splitlines()[-1]
        raise BuildError(f"{shlex.join(command[:3])} ...: {last}; rebuild with './dev build'")
    return result.stdout


def command_for(build, output):
    """The command, as a list, by which the build makes `output` (relative to it)."""
    rules = run_build(["ninja", "-t", "rules"], build).split()
    rules = [rule for rule in rules if rule.startswith(("cpp_COMPILER", "cpp_LINKER"))]
    entries = json.loads(run_build(["ninja", "-t", "compdb", "-x", *rules], build))
    for entry in entries:
        if entry["output"] == output:
            return shlex.split(entry["command"])
    raise BuildError(f"{build}: no command for {output}; rebuild with './dev build'")


def link_command(command, output, seed, extra=(), registration=None, instead=None):
    """`command` links layout 1; the same with the functions ordered by `seed`, into `output`.

    extra: objects that are linked as well. registration: seed of the order of the workloads'
    entries. instead: (object of the command, object that takes its place).
    """
    shuffle = "-Wl,--shuffle-sections=.text*="
    is_shuffle = [argument.startswith(shuffle) for argument in command]
    if command.count("-o") != 1 or sum(is_shuffle) != 1 or (instead and instead[0] not in command):
        raise BuildError("this link command is not that of a layout; rebuild with './dev build'")
    result = [f"{shuffle}{seed}" if is_it else a for a, is_it in zip(command, is_shuffle)]
    if instead:
        result = [str(instead[1]) if argument == instead[0] else argument for argument in result]
    place = result.index("-o") + 1
    result[place] = str(output)
    result[place + 1 : place + 1] = [str(path) for path in extra]
    if registration is not None:
        result.append(f"-Wl,--shuffle-sections=tt_workloads={registration}")
    # Layouts are linked side by side: lld's own threads would only be in each other's way.
    return result + ["-Wl,--threads=1"]


# A function that nothing calls, aligned and in a section of its own, as a compiler would emit it:
# the shuffle puts it among the others. Nothing collects sections in this link.
DEAD_FUNCTION = """\
.section .text.dead,"ax",@progbits
.globl tracetoll_dead
.type tracetoll_dead, @function
.p2align 4
tracetoll_dead:
.skip {filling}, 0x90
ret
.size tracetoll_dead, . - tracetoll_dead
.section .note.GNU-stack,"",@progbits
"""


def dead_function_source(size):
    """Assembly of a function of `size` bytes."""
    return DEAD_FUNCTION.format(filling=size - 1)


class Linker:
    """Links the layouts of one study at a time into `folder`, in place of those before."""

    def __init__(self, build, folder):
        self.build = pathlib.Path(build)
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.command = command_for(self.build, "bench/layout_01")

    def clear(self):
        for file in self.folder.glob("*"):
            file.unlink()

    def layouts(self, seeds, dead_bytes=None, registration=None):
        """Files layout_01, layout_02 ..., one for each seed."""
        self.clear()
        extra = [self._dead_object(dead_bytes)] if dead_bytes else []

        def link(numbered):
            number, seed = numbered
            output = self.folder / f"layout_{number:02}"
            command = link_command(self.command, output, seed, extra, registration)
            run_build(command, self.build)
            return output

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(link, enumerate(seeds, 1)))

    def _dead_object(self, size):
        source = self.folder / "dead.S"
        source.write_text(dead_function_source(size))
        output = source.with_suffix(".o")
        run_build([self.command[0], "-c", str(source), "-o", str(output)], self.build)
        return output


def function_addresses(file):
    """Text symbols of an executable in order of address: (address, name)."""
    lines = run_build(["nm", "--defined-only", str(file)], ".").splitlines()
    symbols = [line.split(maxsplit=2) for line in lines]
    return sorted((int(at, 16), name) for at, kind, name in symbols if kind in "tT")


def registration_order(file):
    """The entries of a layout in the order in which they are linked."""
    entries = json.loads(run_build([str(file), "--tracetoll=inventory"], "."))["entries"]
    return [(e["workload"], e["axis"], e["variant"]) for e in entries]
