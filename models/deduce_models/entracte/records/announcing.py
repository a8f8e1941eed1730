"""Several players' announcements on one line: ``Cid wants to stop, I agree, Bob agrees``."""

from __future__ import annotations

import re

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce_models.entracte.records.entries import announces
from deduce_models.entracte.records.speech import Vocabulary

__all__ = ["announcements"]

_MARK = re.compile(r"[,;.]")


def announcements(line: Line, known: Vocabulary) -> list[Line]:
    """The line, or a line for each announcement on it where it holds nothing else, every word at its column."""
    text = line.text.partition("#")[0].rstrip().rstrip(".")
    ends = [*(mark.start() for mark in _MARK.finditer(text)), len(text)]
    if len(ends) == 1:
        return [line]
    begins = [0, *(end + 1 for end in ends[:-1])]
    parts = [
        Line(line.number, " " * begin + text[begin:end], line.source)
        for begin, end in zip(begins, ends, strict=True)
    ]
    try:
        return parts if all(announces(part, known) for part in parts) else [line]
    except RecordError:
        return [line]
