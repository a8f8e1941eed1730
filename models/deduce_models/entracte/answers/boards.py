"""The table as boards to be touched: the row with its tokens, the hand, and who may hold which code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deduce.show.places import Board, Place
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.records.reading import Replay


def boards(replay: Replay, *, seat: int | None = None) -> Sequence[Board]:
    """What a record tells to a seat: the row and the codes. The hand is offered where a line is tapped together."""
    told = replay.told(seat)
    return (row(told), codes(told.setup.parts))


def row(told: Evidence) -> Board:
    """The row from the starter on: each card with who played it and whose tokens lie under it."""
    places = tuple(_played(told))
    return Board("row", ("",), ("",) * len(places), places, kind="faces")


def _played(told: Evidence) -> Iterator[Place]:
    start = _text(told, told.start)
    yield Place("", 0, 0, start, f"start: {start or 'a card nobody noted'}")
    plays = [entry for entry in told.entries if entry.kind in ("play", "unseen")]
    for number, entry in enumerate(plays, 1):
        text, name = _text(told, entry.card), told.names[entry.seat - 1]
        seats = range(1, len(told.names) + 1)
        sure = [seat for seat in seats if entry.tokens >> seat & 1]
        unsure = tuple(f"{told.names[seat - 1]}?" for seat in seats if entry.unsure >> seat & 1)
        said = ", ".join([*(told.names[seat - 1] for seat in sure), *unsure]) or "nobody"
        yield Place(
            "",
            0,
            number,
            text,
            f"{name}: {text or 'a card nobody noted'}; tokens of {said}",
            marked=number == len(plays),
            seen=tuple(sure),
            below=unsure,
            by=entry.seat,
        )


def hand(told: Evidence) -> Board:
    """The cards of the hand; each is said by its words."""
    texts = [_text(told, card) for card in told.now.hand]
    places = tuple(Place(text, 0, number, text) for number, text in enumerate(texts))
    return Board("hand", ("",), ("",) * len(places), places, kind="faces")


def codes(parts: Components) -> Board:
    """A place a code: a column a type, what its codes ask one below the other."""
    rows = max(sum(code.type == kind for code in parts.codes) for kind in range(len(parts.types)))
    there = [0] * len(parts.types)
    places = []
    for code in parts.codes:
        asks = f"both {parts.types[code.type].values[code.value]}" if code.value >= 0 else code.asks
        places.append(Place(code.name, there[code.type], code.type, asks))
        there[code.type] += 1
    return Board(
        "codes",
        ("",) * rows,
        tuple(kind.name for kind in parts.types),
        tuple(places),
        kind="holders",
        shows="codes",
    )


def _text(told: Evidence, card: Partial) -> str:
    return told.setup.parts.card_text(card) if card else ""
