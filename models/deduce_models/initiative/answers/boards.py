"""A mission as boards to be touched: windows of the console, rooms of the map, piles of action cards, the own hand."""

from __future__ import annotations

from deduce.show.places import Board, Place
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.state import View


def boards(view: View, known: object = None) -> list[Board]:  # noqa: ARG001
    """What lies on the table as a seat sees it; of other hands nothing is shown."""
    found = [_console(view), _map(view), _piles(view)]
    return [*found, _hand(view)] if view.hand else found


def _console(view: View) -> Board:
    """A row a word: every window with its glyph, and the symbols that are open."""
    front = view.setup.front
    places = [
        Place(
            window.glyph,
            row,
            column,
            shown or "_" * window.size,
            f"{window.glyph}: {shown or 'closed'}",
            marked=row in front.answer,
        )
        for row, (word, texts) in enumerate(zip(front.words, view.windows, strict=True))
        for column, (window, shown) in enumerate(zip(word, texts, strict=True))
    ]
    across = max(len(word) for word in front.words)
    return Board("console", ("",) * len(front.words), ("",) * across, tuple(places))


def _map(view: View) -> Board:
    setup = view.setup
    places = []
    for room, (column, row) in enumerate(setup.positions):
        faceup = [setup.kinds[kind] for kind in view.faceup[room]]
        hidden = [f"{view.hidden[room]} ▢"] if view.hidden[room] else []
        there = tuple(seat for seat, place in enumerate(view.figures, 1) if place == room)
        name = setup.rooms[room]
        places.append(
            Place(
                name,
                row,
                column,
                name,
                marked=view.room == room,
                seen=there,
                below=(*hidden, *((" ".join(faceup),) if faceup else ())),
            )
        )
    down, across = (1 + max(each[way] for each in setup.positions) for way in (1, 0))
    return Board("map", ("",) * down, ("",) * across, tuple(places), kind="cards")


def _piles(view: View) -> Board:
    codes = view.setup.deck.codes
    places = tuple(
        Place(
            name,
            0,
            column,
            name,
            marked=view.action == column,
            below=(" ".join(codes[card] for card in cards) or "–", *(("✗",) if block else ())),
        )
        for column, (name, cards, block) in enumerate(zip(ACTIONS, view.piles, view.blocks, strict=True))
    )
    return Board("piles", ("",), ("",) * len(places), places, kind="cards")


def _hand(view: View) -> Board:
    cards = [view.setup.deck.codes[card] for card in view.hand]
    places = tuple(Place(code, 0, column, code) for column, code in enumerate(cards))
    return Board("hand", ("",), ("",) * len(cards), places, kind="cards")
