#!/usr/bin/env python3
"""Compares where our decoder and objdump see instructions, over whole files.

    ninja -C build tests/agreement/boundaries
    tests/agreement/lengths.py [--boundaries PROGRAM] [--most 20] [--speed] [ELF...]

Without ELF it takes the C library. Needs objdump (binutils) for the files' machine.

An instruction agrees if both see one of the same length at the same address; direct targets of branches and calls are compared too. After a wrong length
the next ones are out of step until both meet again, so the causes are fewer than the instructions
that disagree: a cause is the first instruction of such a run. Shown are causes by objdump's
mnemonic, each with one example, at most --most of them.

objdump shows `9b d9 /7` as one fstcw; to the processor it is an fwait and an fnstcw, and so it is
here. Known not to agree, in data or made-up code alone: near branches with a 66 prefix (objdump 2.40
takes AMD's displacement of 16 bits, we Intel's of 32), REX before another prefix or a branch
(objdump gives it a line of its own), lock before what cannot be locked (we: unknown).

objdump's `(bad)` lines are no instructions: there we should see an `unknown` at the same address,
and no more is asked. It decodes anew at every symbol, so data in the text puts us out of step with
it until the next; -z keeps it from leaving out zeros. Exit 1 if anything in a file's .text
disagrees.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

BUILD = os.path.join(os.path.dirname(__file__), '../../build/tests/agreement/boundaries')
LINE = re.compile(r'^ *([0-9a-f]+):\t((?:[0-9a-f]{2,8} )+) *(?:\t(.*))?$')
SECTION = re.compile(r'^Disassembly of section (.*):$')
# j.., call, loop; b, b.eq, bl, cbz, tbnz
BRANCH = re.compile(r'^(?:[\w.]+ )*?(?:j\w+|call\w*|loop\w*|xbegin|b|bl|b\.\w+|cbn?z|tbn?z)(?:,p[nt])?'
                    r'\s+((?:\w+, )?(?:#\d+, )?)([0-9a-f]+)(?: <.*)?$')
PREFIXES = {'rep', 'repz', 'repnz', 'lock', 'data16', 'cs', 'ds', 'es', 'ss', 'fs', 'gs', 'bnd',
            'notrack', 'addr32', 'xacquire', 'xrelease'}


def c_library():
    listing = subprocess.run(['ldconfig', '-p'], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        if 'libc.so.6 ' in line and 'x86-64' in line:
            return line.split('=> ')[1]
    sys.exit('lengths.py: no libc.so.6 in ldconfig -p')


def mnemonic(text):
    words = text.split()
    while len(words) > 1 and words[0] in PREFIXES:
        words.pop(0)
    return words[0] if words else '(none)'


def objdump_of(path):
    """The lines of objdump: (section, address, bytes, text)."""
    command = ['objdump', '-d', '-w', '-z', path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        section = ''
        for line in process.stdout:
            found = LINE.match(line)
            if found:
                data = found.group(2).replace(' ', '')
                address = int(found.group(1), 16)
                text = found.group(3) or ''
                if data.startswith('9b') and len(data) > 2:
                    yield section, address, '9b', 'fwait'
                    address, data = address + 1, data[2:]
                yield section, address, data, text
            elif line.startswith('Disassembly'):
                section = SECTION.match(line.strip()).group(1)
    if process.returncode != 0:
        sys.exit(f'lengths.py: objdump {path} failed')


def ours_of(program, path):
    """Address -> (length, unknown, target or None)."""
    result = {}
    with subprocess.Popen([program, path], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            fields = line.split()
            target = int(fields[2], 16) if len(fields) > 2 and fields[2] != 'unknown' else None
            result[int(fields[0], 16)] = (int(fields[1]), 'unknown' in fields, target)
    if process.returncode != 0:
        sys.exit(f'lengths.py: {program} {path} failed')
    return result


def compare(program, path, most):
    ours = ours_of(program, path)
    total = agreed = bad = bad_agreed = 0
    causes = collections.defaultdict(list)
    in_step = True
    text_wrong = False
    for section, address, data, text in objdump_of(path):
        size = len(data) // 2
        found = ours.get(address)
        if '(bad)' in text:
            bad += 1
            bad_agreed += found is not None and found[1]
            in_step = found is not None
            continue
        total += 1
        if found and found[:2] == (size, False):
            agreed += 1
            branch = BRANCH.match(text)
            target = int(branch.group(2), 16) if branch else None
            if target != found[2]:
                causes['target of ' + mnemonic(text)].append(
                    f'{section} {address:x}: {data} {text}: {found[2] and hex(found[2])}')
                text_wrong |= section == '.text'
            in_step = True
            continue
        text_wrong |= section == '.text'
        if in_step:
            what = 'unknown' if found and found[1] else f'length {found[0]}' if found else 'absent'
            causes[mnemonic(text)].append(f'{section} {address:x}: {data} {text.strip()}: {what}')
        in_step = found is not None and found[0] == size and found[1] is False
    rate = 100 * agreed / total if total else 0
    print(f'{path}: {agreed} of {total} instructions agree ({rate:.4f} %), '
          f'{bad_agreed} of {bad} (bad) lines, {sum(map(len, causes.values()))} causes')
    by_count = sorted(causes.items(), key=lambda item: -len(item[1]))
    for name, examples in by_count[:most]:
        print(f'  {len(examples):6} {name:16} {examples[0]}')
    return not text_wrong


def cpu_seconds(command):
    """User and system time of a whole process, its output thrown away."""
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return (after.children_user - before.children_user
            + after.children_system - before.children_system)


def speed(program, path, rounds=7):
    """Whole processes, in turn: ours decodes with all fields, objdump prints what it decodes."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(cpu_seconds([program, '-q', path]))
        theirs.append(cpu_seconds(['objdump', '-d', '-z', path]))
    ratios = sorted(a / b for a, b in zip(ours, theirs))
    print(f'{path}: CPU time of {rounds} processes each, median: ours '
          f'{sorted(ours)[rounds // 2]:.2f} s, objdump -d {sorted(theirs)[rounds // 2]:.2f} s; '
          f'ratio {ratios[rounds // 2]:.2f} [{ratios[0]:.2f}, {ratios[-1]:.2f}]')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('elf', nargs='*')
    parser.add_argument('--boundaries', default=BUILD)
    parser.add_argument('--most', type=int, default=20)
    parser.add_argument('--speed', action='store_true', help='time both as well')
    options = parser.parse_args()
    same = [compare(options.boundaries, path, options.most)
            for path in options.elf or [c_library()]]
    if options.speed:
        for path in options.elf or [c_library()]:
            speed(options.boundaries, path)
    return 0 if all(same) else 1


if __name__ == '__main__':
    sys.exit(main())
