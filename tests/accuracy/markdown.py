"""Figures, paragraphs and tables as the document has them."""

import textwrap

NONE = "-"


def _wrapped(text, **indents):
    indents.update(break_long_words=False, break_on_hyphens=False)
    return textwrap.fill(" ".join(text.split()), 100, **indents) + "\n"


def paragraph(text):
    return _wrapped(text)


def bullet(text):
    return _wrapped(text, initial_indent="- ", subsequent_indent="  ")


def section(title, *parts):
    """Parts are separated by an empty line."""
    return "\n".join([f"## {title}\n", *parts])


def table(head, rows):
    """Its columns are as wide as their widest cell."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines) + "\n"


def rate(found):
    """ "4.5 % [2.1, 8.4]": with its own 95 % interval."""
    if found.of == 0:
        return NONE
    low, high = found.interval
    return f"{100 * found.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def number(value, digits=2):
    return NONE if value is None else f"{value:.{digits}f}"


def significant(value):
    """Two digits of a positive figure that may be of any size."""
    if value is None:
        return NONE
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"
