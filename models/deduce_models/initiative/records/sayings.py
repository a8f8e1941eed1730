"""``says SEAT AMOUNT KIND``: what somebody told of his hand in general words, as evidence."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.errors import nearest
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce_models.initiative.rules.saying import AMOUNTS, KINDS, Saying, bounds

__all__ = ["said"]


def said(line: Line, seat: int | None, sizes: Sequence[int]) -> Saying:
    """What the line says. Raises `RecordError` for what cannot be with hands of these sizes, and about the writer."""
    words = [word.lower() for word, _ in line.words]
    columns = [column for _, column in line.words]
    if len(words) != 4:
        raise line.error("expected 'says SEAT AMOUNT KIND', as in 'says 2 three high'", columns[0])
    seats = [str(number) for number in range(1, len(sizes) + 1)]
    for at, (word, allowed) in enumerate(zip(words[1:], (seats, AMOUNTS, KINDS), strict=True), 1):
        if word not in allowed:
            raise line.error(f"{word!r}: {nearest(word, allowed)}", columns[at])
    who = int(words[1])
    if who == seat:
        raise line.error(f"seat {who} wrote this record and knows its own cards", columns[1])
    found = bounds(sizes[who - 1], words[2])
    if found is None:
        raise line.error(f"seat {who} holds {many(sizes[who - 1], 'card')}, which cannot be so", columns[2])
    return who, words[3], *found
