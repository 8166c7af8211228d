#!/usr/bin/env python3
"""Our reading of USDT probes against readelf's.

    ninja -C build tests/agreement/list_sites
    tests/agreement/sdt.py build/tests/agreement/list_sites /usr/lib/x86_64-linux-gnu
    tests/agreement/sdt.py build/tests/agreement/list_sites --packages libglib2.0-0 qemu-system-x86

The arguments are files, folders (searched), or Debian packages, which apt-get downloads into a
temporary folder and dpkg-deb unpacks there: nothing is installed. Of every ELF file with a section
.note.stapsdt, `readelf -n -W` lists the notes and `readelf -S -W` says where .stapsdt.base lies;
provider, name, address, semaphore and operands must be the same. Operands are parsed once more
here, with regular expressions. Prints a line a package and every disagreement; exit code 1 if
there is one.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

Site = collections.namedtuple('Site', 'provider name address semaphore operands')
MASK = (1 << 64) - 1

LOW = ['rax', 'rcx', 'rdx', 'rbx', 'rsp', 'rbp', 'rsi', 'rdi']
REGISTERS = {}
for number, register in enumerate(LOW):
    stem = register[1:]
    names = [register, 'e' + stem, stem]
    names += [stem[0] + 'l', stem[0] + 'h'] if stem.endswith('x') else [stem + 'l']
    REGISTERS.update({name: number for name in names})
for number in range(8, 16):
    REGISTERS.update({'r%d%s' % (number, width): number for width in ('', 'd', 'w', 'b')})
VECTORS = {'%smm%d' % (kind, i): 32 + i for kind in 'xyz' for i in range(32)}

SIZE = r'(?:(?P<sign>-?)(?P<size>\d+)(?P<float>f?)@)?'
PLACES = [
    ('constant', r'\$(?P<constant>-?(?:0x[0-9a-f]+|\d+))'),
    ('register', r'%(?P<reg>[a-z0-9]+)'),
    ('memory', r'(?:%(?P<segment>[c-gs]s):)?(?P<sum>[^()%\s]*)'
               r'(?:\((?:%(?P<base>\w+))?(?:,%(?P<index>\w+)(?:,(?P<scale>[1248]))?)?\))?'),
]

ARM64 = {'sp': 31, 'wsp': 31}
ARM64.update({'%s%d' % (kind, i): i for kind in 'xw' for i in range(31)})
ARM64_VECTORS = {'%s%d' % (kind, i): 32 + i for kind in 'vqdshb' for i in range(32)}
ARM64_PLACES = [
    ('constant', r'#?(?P<constant>-?(?:0x[0-9a-f]+|\d+))'),
    ('register', r'(?P<reg>[a-z]+\d*)'),
    ('memory', r'\[(?P<base>\w+)(?:, #?(?P<sum>-?\d+))?\]'),
    ('memory', r'\[(?P<base>\w+), (?P<index>\w+)(?:, (?:lsl|[us]xtw) #?(?P<shift>\d+))?\]'),
]


def parsed(text, arm64):
    """An operand as list_sites prints it, or None if these expressions do not know it."""
    places, registers, vectors = PLACES, REGISTERS, VECTORS
    if arm64:
        places, registers, vectors = ARM64_PLACES, ARM64, ARM64_VECTORS
    for place, pattern in places:
        match = re.fullmatch(SIZE + pattern, text)
        if match:
            break
    else:
        return None
    found = collections.defaultdict(lambda: None, match.groupdict())
    size = ''
    if found['size']:
        size = found['sign'] + found['size'] + found['float'] + '@'
    body = text[match.end('size') + len(found['float']) + 1:] if found['size'] else text
    constant, reg, index, scale, displacement, symbol = 0, -1, -1, 1, 0, ''
    if place == 'constant':
        constant = int(found['constant'], 0)
        constant = (constant + (1 << 63)) % (1 << 64) - (1 << 63)
    elif place == 'register':
        name = found['reg']
        if name in ('xzr', 'wzr'):
            place = 'constant'
        elif name in vectors:
            place, reg = 'vector', vectors[name]
        elif name in registers:
            reg = registers[name]
        else:
            return None
    else:
        for term in re.findall(r'[+-]?[^+-]+', found['sum'] or ''):
            if re.fullmatch(r'[+-]?(0x[0-9a-f]+|\d+)', term):
                displacement += int(term, 0)
            else:
                symbol += term.lstrip('+')
        if found['base'] and found['base'] != 'rip':
            reg = registers[found['base']]
        if found['index']:
            index = registers[found['index']]
        scale = int(found['scale'] or 1) << int(found['shift'] or 0)
    return '%s%s=%s;%d;%d;%d;%d;%d;%s;%s' % (size, body, place, constant, reg, index, scale,
                                             displacement, symbol, found['segment'] or '')


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors='surrogateescape',
                          check=False).stdout


def base_section(path):
    match = re.search(r'\.stapsdt\.base\s+\S+\s+([0-9a-f]+)', run('readelf', '-S', '-W', path))
    return int(match.group(1), 16) if match else None


def readelf_sites(path):
    """The probes as readelf prints them, addresses corrected by the base section's."""
    base_now = base_section(path)
    note = re.compile(r'Provider: (.*)\n\s+Name: (.*)\n\s+Location: (0x[0-9a-f]+), '
                      r'Base: (0x[0-9a-f]+), Semaphore: (0x[0-9a-f]+)\n\s+Arguments: (.*)\n')
    sites = []
    for provider, name, address, base, semaphore, operands in note.findall(
            run('readelf', '-n', '-W', path)):
        address, base, semaphore = int(address, 16), int(base, 16), int(semaphore, 16)
        moved = base_now - base if base_now is not None and base and address else 0
        if semaphore:
            semaphore = (semaphore + moved) & MASK
        sites.append(Site(provider, name, (address + moved) & MASK, semaphore,
                          tuple(re.split(r' +(?![^\[]*\])', operands.strip()) if operands.strip() else ())))
    return sorted(sites)


def our_sites(tool, path):
    sites, notes = [], collections.Counter()
    for line in run(tool, path).splitlines():
        fields = line.split('\t')
        if fields[0] == 'error':
            raise RuntimeError(fields[1])
        if fields[0] != 'sdt':
            continue
        sites.append(Site(fields[1], fields[2], int(fields[3], 16), int(fields[4], 16),
                          tuple(re.findall(r'\{([^}]*)\}', fields[7]))))
        notes.update(re.sub(r'\d+', 'N', text) for text in re.findall(r'\{([^}]*)\}', fields[8]))
    return sorted(sites), notes


def disagreements(theirs, ours, arm64):
    if len(theirs) != len(ours):
        yield '%d probes of readelf, %d of ours' % (len(theirs), len(ours))
        return
    for their, our in zip(theirs, ours):
        if their[:4] != our[:4] or len(their.operands) != len(our.operands):
            yield '%s\n    ours %s' % (their, our)
            continue
        for text, operand in zip(their.operands, our.operands):
            expected = parsed(text, arm64)
            if expected is None:
                if '=unknown;' not in operand:
                    yield 'operand %s is known to us alone: %s' % (text, operand)
            elif expected != operand:
                yield 'operand %s\n    expected %s\n    ours     %s' % (text, expected, operand)


def candidates(path):
    if os.path.isfile(path):
        yield path
    for folder, _, names in os.walk(path):
        for name in sorted(names):
            whole = os.path.join(folder, name)
            if os.path.isfile(whole) and not os.path.islink(whole):
                yield whole


def is_arm64(path):
    with open(path, 'rb') as file:
        return file.read(20)[18:] == b'\xb7\0'


def has_notes(path):
    with open(path, 'rb') as file:
        header = file.read(20)
        # 64 bits, little-endian, x86-64 or arm64.
        if header[:6] != b'\x7fELF\x02\x01' or header[18:20] not in (b'\x3e\0', b'\xb7\0'):
            return False
        return b'.note.stapsdt' in file.read()


def compare(tool, label, path, totals):
    files = sites = operands = wrong = 0
    notes = collections.Counter()
    for file in candidates(path):
        if not has_notes(file):
            continue
        files += 1
        theirs = readelf_sites(file)
        try:
            ours, new_notes = our_sites(tool, file)
        except RuntimeError as error:
            print('%s: %s' % (file, error))
            wrong += 1
            continue
        notes += new_notes
        sites += len(theirs)
        operands += sum(len(site.operands) for site in theirs)
        for text in disagreements(theirs, ours, is_arm64(file)):
            print('%s: %s' % (file, text))
            wrong += 1
    print('%-28s %3d files %6d probes %6d operands %d disagreements' %
          (label, files, sites, operands, wrong))
    for text, count in notes.most_common():
        print('    %d x %s' % (count, text))
    totals.update(files=files, probes=sites, operands=operands, disagreements=wrong)


def unpack(package, folder):
    """The package's files, or None if apt does not have it."""
    if package.endswith('.deb'):
        deb = package
    else:
        download = os.path.join(folder, 'deb')
        os.makedirs(download, exist_ok=True)
        subprocess.run(['apt-get', 'download', '-qq', package], cwd=download, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        debs = os.listdir(download)
        if not debs:
            return None
        deb = os.path.join(download, debs[0])
    subprocess.run(['dpkg-deb', '-x', deb, os.path.join(folder, 'files')], check=True)
    return os.path.join(folder, 'files')


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    arguments.add_argument('tool', help='list_sites, built')
    arguments.add_argument('paths', nargs='*', help='files and folders')
    arguments.add_argument('--packages', nargs='+', default=[], help='Debian packages, or .deb files')
    options = arguments.parse_args()
    totals = collections.Counter()
    for path in options.paths:
        compare(options.tool, path, path, totals)
    for package in options.packages:
        with tempfile.TemporaryDirectory() as folder:
            files = unpack(package, folder)
            if files is None:
                print('%-28s is not to be had' % package)
            else:
                compare(options.tool, os.path.basename(package).split('_')[0], files, totals)
    print('all: %(files)d files, %(probes)d probes, %(operands)d operands, '
          '%(disagreements)d disagreements' % totals)
    return 1 if totals['disagreements'] else 0


if __name__ == '__main__':
    sys.exit(main())
