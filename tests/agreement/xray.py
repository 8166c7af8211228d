#!/usr/bin/env python3
"""Our reading of XRay maps against `llvm-xray extract`.

    ninja -C build tests/agreement/list_sites
    tests/agreement/xray.py build/tests/agreement/list_sites

Compiles a program of its own with clang (-fxray-instrument) for x86-64 and arm64, at fixed
addresses and at any, linked by ld and by lld, and compares address, function and kind of every
sled. ELF files that were instrumented may be named after the tool. llvm-xray finds no map in a file
with a typed event (kind 5, LLVM 14), and of an object file it reads the first section alone: those
are not compared here. Exit code 1 if anything differs.
"""
import os
import re
import subprocess
import sys
import tempfile

SOURCE = '''
__attribute__((noinline)) int leaf(int x) { return x * 3; }
__attribute__((noinline)) int jumps(int x) { return leaf(x + 1); }
__attribute__((noinline)) int calls(int x) { return x < 0 ? 7 : leaf(x) + 1; }
__attribute__((noinline, xray_log_args(1))) int logged(int x) { return calls(x) + jumps(x); }
__attribute__((noinline, xray_always_instrument)) void loop(int n) { while (n--) logged(n); }
void _start(void) { loop(3); }
'''
FLAGS = ['-O2', '-fxray-instrument', '-fxray-instruction-threshold=1', '-fnoxray-link-deps',
         '-ffreestanding', '-nostdlib']
FORMS = {
    'x86-64, PIE, ld': ['-fPIE', '-pie'],
    'x86-64, fixed, ld': ['-fno-pie', '-no-pie'],
    'x86-64, PIE, lld': ['-fPIE', '-pie', '-fuse-ld=lld'],
    'arm64, PIE, lld': ['--target=aarch64-linux-gnu', '-fPIE', '-pie', '-fuse-ld=lld'],
    'arm64, fixed, lld': ['--target=aarch64-linux-gnu', '-fno-pie', '-no-pie', '-fuse-ld=lld'],
}
KINDS = {'function-enter': 'entry', 'function-exit': 'exit', 'tail-exit': 'tail',
         'log-args-enter': 'entry_args', 'custom-event': 'custom_event'}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def their_sleds(path):
    entry = re.compile(r'address: (0x[0-9A-Fa-f]+), function: (0x[0-9A-Fa-f]+), kind: ([a-z-]+)')
    return sorted((int(address, 16), int(function, 16), KINDS[kind]) for address, function, kind
                  in entry.findall(run('llvm-xray', 'extract', '--symbolize=false', path)))


def our_sleds(tool, path):
    """The sleds, and how many of them have a note."""
    sleds, noted = [], 0
    for line in run(tool, path).splitlines():
        fields = line.split('\t')
        if fields[0] == 'error':
            raise RuntimeError(fields[1])
        if fields[0] == 'xray':
            sleds.append((int(fields[3], 16), int(fields[5], 16), fields[2]))
            noted += fields[8] != ''
    return sorted(sleds), noted


def compare(tool, label, path):
    theirs = their_sleds(path)
    ours, noted = our_sleds(tool, path)
    differing = set(theirs) ^ set(ours)
    print('%-20s %3d sleds of llvm-xray, %3d of ours, %d differ, %d of ours with a note' %
          (label, len(theirs), len(ours), len(differing), noted))
    for sled in sorted(differing):
        print('    %#x of %#x, %s: %s' % (*sled, 'llvm-xray alone' if sled in theirs else 'ours alone'))
    return len(theirs) == len(ours) and not differing and theirs != []


def main():
    tool, files = sys.argv[1], sys.argv[2:]
    agree = [compare(tool, path, path) for path in files]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'sleds.c')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(SOURCE)
        for label, flags in FORMS.items():
            path = os.path.join(folder, 'sleds')
            run('clang', *FLAGS, *flags, source, '-o', path)
            agree.append(compare(tool, label, path))
    return 0 if all(agree) else 1


if __name__ == '__main__':
    sys.exit(main())
