"""How answers look at a terminal, and only there: colour, and long sentences wrapped under their beginnings.

What is printed into a file or a pipe is the text itself. ``NO_COLOR`` in the environment leaves the colours out, and
a terminal that can do nothing (``TERM=dumb``) gets the text as it is.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from deduce.commands.declared import say
from deduce.ground.strange import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {
    "good": "green",
    "bad": "red",
    "stopped": "yellow",
    "share": "cyan",
    "place": "blue",
    "faint": "dim",
    "head": "bold",
}
"""What each kind of words looks like."""

WORDS = [
    r"(?m)(?P<good>^(yes|Unique|solved)\b)|(?P<good2>\bcertain(ly)?\b|\bYES\b|\b100%)",
    r"(?m)(?P<bad>^(no:|Not unique|no solution|error:).*$)|(?P<bad2>\bcontradict\w*\b)",
    r"(?P<stopped>\bgave up\b)",
    r"(?P<share>(?<![\w.])<?>?\d+(\.\d+)?%)",
    r"(?P<place>\b(line|step) \d+\b)",
    r"(?P<faint>\+- ?[\d.]+|(?<=, )(exact|sampled|heuristic)(?=\))|(?<=  )-(?=\s))",
]
"""Where they stand; a group's name, without a figure at its end, is the style."""

_ROW = re.compile(r"\S {2,}\S.*\S {2,}\S")
"""A line with several columns: it is left as it is, so that they stay under each other."""


def at_terminal() -> bool:
    """Whether standard output is a terminal that can do more than print."""
    try:
        return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:  # closed
        return False


def present(text: str) -> None:
    """Print a text for a person, coloured and wrapped where one looks on."""
    if not at_terminal():
        say(text)
        return
    from rich.text import Text

    text = visible(text)
    console = _console()
    told = Text(text)
    for pattern in WORDS:
        for found in re.finditer(pattern, text):
            for name, words in found.groupdict().items():
                if words is not None:
                    told.stylize(STYLES[name.rstrip("2")], *found.span(name))
    head, broken, _ = text.partition("\n\n")
    if broken and "\n" not in head:
        told.stylize(STYLES["head"], 0, len(head))
    for line in told.split("\n", allow_blank=True):
        console.print(_wrapped(line, console), soft_wrap=True)


def _wrapped(line: Text, console: Console) -> Text:
    """A sentence that is too long goes on under its beginning; rows of columns stay as they are."""
    plain = line.plain
    if len(plain) <= console.width or _ROW.search(plain):
        return line
    indent = len(plain) - len(plain.lstrip()) + 2
    from rich.text import Text

    first, *rest = line.wrap(console, console.width)
    # The width is smaller from the second line on, so what is left is wrapped anew.
    left = Text(" ").join(rest)
    later = left.wrap(console, max(20, console.width - indent))
    return Text("\n").join([first, *(Text(" " * indent) + part for part in later)])


@cache
def _console() -> Console:
    from rich.console import Console

    # Every style is ours: nothing is guessed from what a text looks like.
    return Console(highlight=False, markup=False, emoji=False)
