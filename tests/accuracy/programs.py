"""Runs the programs that are calibrated. Each runs in a session of its own: an interrupt from the
terminal is ours to handle, and a study that was cut short must not be counted."""

import shlex
import subprocess
import time

LONGEST = 600  # seconds


class RunError(Exception):
    """One line: which program failed, and what it said."""


def run(command, may_exit=(0,)):
    """(standard output, seconds it took)."""
    command = [str(argument) for argument in command]
    began = time.monotonic()
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=LONGEST, start_new_session=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RunError(f"{shlex.join(command[:4])}: {error}") from None
    seconds = time.monotonic() - began
    if result.returncode not in may_exit:
        said = (result.stderr.strip() or "it said nothing").splitlines()[-1]
        raise RunError(f"{shlex.join(command[:4])} ...: exit code {result.returncode}: {said}")
    return result.stdout, seconds
