"""``says SEAT AMOUNT KIND``: what somebody told of his hand in general words, as evidence."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.errors import nearest
from deduce.ground.wording import run, say
from deduce.records.record import Line
from deduce.records.words import quote
from deduce_models.initiative.rules.saying import AMOUNTS, KINDS, Saying, bounds


def said(line: Line, seat: int | None, sizes: Sequence[int]) -> Saying:
    """What the line says. Raises `RecordError` for what cannot be with hands of these sizes, and about the writer."""
    words = [word.lower() for word, _ in line.words]
    columns = [column for _, column in line.words]
    if len(words) != 4:
        raise line.error(say("expected 'says SEAT AMOUNT KIND', as in 'says 2 three high'"), columns[0])
    seats = [str(number) for number in range(1, len(sizes) + 1)]
    for at, (word, allowed) in enumerate(zip(words[1:], (seats, AMOUNTS, KINDS), strict=True), 1):
        if word not in allowed:
            raise line.error(run(quote(word), ": ", nearest(word, allowed)), columns[at])
    who = int(words[1])
    if who == seat:
        raise line.error(say("seat {seat} wrote this record and knows its own cards", seat=who), columns[1])
    found = bounds(sizes[who - 1], words[2])
    if found is None:
        raise line.error(
            say("seat {seat} holds {number:card}, which cannot be so", seat=who, number=sizes[who - 1]),
            columns[2],
        )
    return who, words[3], *found
