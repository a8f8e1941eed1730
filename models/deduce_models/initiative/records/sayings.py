"""``says SEAT AMOUNT KIND``: what somebody told of his hand in general words, as evidence."""

from __future__ import annotations

from deduce.ground.errors import nearest
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce_models.initiative.rules.saying import AMOUNTS, KINDS, saying
from deduce_models.initiative.rules.state import State

__all__ = ["told"]


def told(state: State, line: Line, seat: int | None) -> State:
    """`state` with what the line says. Raises `RecordError` for what cannot be, and about the writer."""
    words = [word.lower() for word, _ in line.words]
    columns = [column for _, column in line.words]
    if len(words) != 4:
        raise line.error("expected 'says SEAT AMOUNT KIND', as in 'says 2 three high'", columns[0])
    seats = [str(number) for number in range(1, state.setup.seats + 1)]
    for at, (word, allowed) in enumerate(zip(words[1:], (seats, AMOUNTS, KINDS), strict=True), 1):
        if word not in allowed:
            raise line.error(f"{word!r}: {nearest(word, allowed)}", columns[at])
    said = int(words[1])
    if said == seat:
        raise line.error(f"seat {said} wrote this record and knows its own cards", columns[1])
    after = saying(state, said, words[2], words[3])
    if after is None:
        size = len(state.hands[said - 1])
        raise line.error(f"seat {said} holds {many(size, 'card')}, which cannot be so", columns[2])
    return after
