"""What a line of notes changed: the position, without the works that are proposed and the position's code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deduce.games.log import changes
from deduce.ground.report import Report
from deduce.ground.wording import alone, lines_of, passage, say

KEPT = ("hidden from ", "the set on ", "the costumes on ")
"""What may stand among the proposals of an answer and is none: beginnings of lines."""


def changed(before: Report, after: Report) -> Sequence[str]:
    """The lines of the position that are new. Both reports are of `solve`.

    What is proposed changes with every piece on offer and is for `advise` and the whole sheet to say.
    """
    return changes(_position(before), _position(after))


def _position(report: Report) -> str:
    lines: list[str] = []
    proposing, whose = False, 0
    for line in lines_of(report.text):
        if seat := re.match(r"seat (\d+): ", line):
            whose = int(seat[1])
        elif line.startswith("  troupe: "):
            line = say(
                "seat {number}, {rest}", number=whose, rest=alone(line)
            )  # told alone it would be nobody's
        proposing = (proposing or " decides: " in line) and not line.startswith("the result")
        if (
            not proposing
            or " decides: " in line
            or line.startswith(KEPT)
            or line in report.data.get("assumed", ())
        ):
            lines += [line] * (not line.startswith("position code "))
    return passage(lines)
