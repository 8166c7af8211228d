"""The records of a calibration, as JSON lines, written as they come: whatever ends it leaves whole
records and at most one cut line, and it can go on from there."""

import json
import pathlib


class StoreError(Exception):
    """One line: what is wrong with the records, and what to do."""


def read_lines(file):
    """Records of a file; a cut last line is left out."""
    records = []
    text = file.read_text() if file.exists() else ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        try:
            records.append(json.loads(line))
        except ValueError:
            if line.endswith("\n"):
                raise StoreError(f"{file}:{number}: not a record; calibrate anew, without --resume")
    return records


class Store:
    """One file a part of the calibration; a record is known by its part and its key."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._records = {}
        for file in sorted(self.folder.glob("*.jsonl")):
            records = read_lines(file)
            self._records[file.stem] = {json.dumps(record["key"]): record for record in records}
            # What was cut must not become the beginning of the next record.
            whole = "".join(json.dumps(record) + "\n" for record in records)
            if whole != file.read_text():
                file.write_text(whole)

    def clear(self):
        """What was there is kept under another name: it may have taken half an hour."""
        for file in self.folder.glob("*.jsonl"):
            file.rename(file.with_suffix(".before"))
        self._records = {}

    def has(self, part, key):
        return json.dumps(key) in self._records.get(part, {})

    def append(self, part, key, record):
        record = {"key": key, **record}
        with open(self.folder / f"{part}.jsonl", "a") as file:
            file.write(json.dumps(record) + "\n")
        self._records.setdefault(part, {})[json.dumps(key)] = record

    def records(self, part):
        return list(self._records.get(part, {}).values())

    def get(self, part, key):
        return self._records.get(part, {}).get(json.dumps(key))
