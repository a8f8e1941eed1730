"""A position as text for the terminal: a pure function. Its picture is drawn in `answers`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.ground.wording import as_is, passage, run, say, typed
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import Lying

WIDTH = 16


def text(position: Lying, names: Sequence[str] = ()) -> str:
    """The console, the map, the piles and the cards, as lines of text; who is P2 on the map has a name beside the cards.

    Of a `State` the windows are drawn as the team sees them; hands are drawn for a `View` only. A card alone has no map,
    and cards only where some were told.
    """
    lines = _console(position)
    if position.setup.mapped:
        lines += ["", *_map(position)]
    if position.setup.mapped or any(position.sizes):
        lines += ["", *_piles(position, names)]
    return passage(lines)


def _console(position: Lying) -> list[str]:
    front = position.setup.front
    lines: list[str] = [as_is(f"{front.title}: {front.question}")]
    for number, (word, texts) in enumerate(zip(front.words, position.windows, strict=True)):
        glyphs = " ".join(f"{window.glyph or '.':^{window.size}}" for window in word)
        shown = " ".join(shown or "_" * window.size for window, shown in zip(word, texts, strict=True))
        mark = "?" if number in front.answer else " "
        lines += [as_is(f"      {glyphs}"), as_is(f"  {mark}   {shown}")]
    return lines


def _room(position: Lying, room: int) -> list[str]:
    setup = position.setup
    kinds = [setup.kinds[kind] for kind in position.faceup[room]]
    here = [f"P{seat}" for seat, place in enumerate(position.figures, 1) if place == room]
    return [
        f"[{setup.rooms[room]}]",
        f"{'#' * position.hidden[room] or '-'}",
        " ".join(kinds) or " ",
        " ".join(here) or " ",
    ]


def _map(position: Lying) -> list[str]:
    setup = position.setup
    at = {place: room for room, place in enumerate(setup.positions)}
    columns = 1 + max(column for column, _ in setup.positions)
    rows = 1 + max(row for _, row in setup.positions)
    lines: list[str] = []
    for row in range(rows):
        cells = [at.get((column, row)) for column in range(columns)]
        block = [_room(position, room) if room is not None else [""] * 4 for room in cells]
        for line in range(4):
            joined = ""
            for column, room in enumerate(cells):
                joined += f"{block[column][line][:WIDTH]:<{WIDTH}}"
                after = cells[column + 1] if column + 1 < columns else None
                joined += "--" if line == 0 and _linked(setup, room, after) else "  "
            lines.append(as_is(joined.rstrip()))
        below = [at.get((column, row + 1)) for column in range(columns)]
        lines.append(
            "".join(
                f"{'|' if _linked(setup, a, b) else '':<{WIDTH + 2}}"
                for a, b in zip(cells, below, strict=True)
            ).rstrip()
        )
    others = [
        f"{setup.rooms[a]} - {setup.rooms[b]}"
        for a in range(len(setup.rooms))
        for b in setup.neighbours[a]
        if a < b
        and sum(abs(x - y) for x, y in zip(setup.positions[a], setup.positions[b], strict=True)) > 1
    ]
    return [*lines[:-1], *([say("also: {rooms}", rooms=as_is(", ".join(others)))] if others else [])]


def _linked(setup: Setup, a: int | None, b: int | None) -> bool:
    return a is not None and b is not None and b in setup.neighbours[a]


def _piles(position: Lying, names: Sequence[str]) -> list[str]:
    deck = position.setup.deck
    lines: list[str] = []
    for name, cards, block in zip(ACTIONS, position.piles, position.blocks, strict=True):
        shown = " ".join(deck.codes[card] for card in cards) or "-"
        blocked = run("  ", say("BLOCKED")) if block else ""
        lines.append(run(typed(f"{name:<8}"), " ", as_is(shown), blocked))
    left = position.left
    symbols = sum(deck.symbols[card] for card in position.discard)
    mode = (
        say("THREAT, {number} of {most} symbols shown", number=symbols, most=deck.loss)
        if position.threat
        else say("normal")
    )
    lines.append(
        say(
            "deck {deck}, discard {discard}, {rules}, turn {turn}",
            deck=left, discard=len(position.discard), rules=mode, turn=position.turns,
        )
    )  # fmt: skip
    sizes: Sequence[int] = position.sizes
    for seat, size in enumerate(sizes, 1):
        held: str = say("{number:card}", number=size)
        if seat == position.seat:
            held = as_is(" ".join(deck.codes[card] for card in position.hand))
        turn = say(" <- to move") if position.actor == seat else ""
        ability = typed(f"{position.setup.abilities[seat - 1].name:<8}")
        called = f"P{seat}"
        called += f" {names[seat - 1]}" if names and names[seat - 1] != called else ""
        lines.append(run(as_is(f"{called} "), ability, " ", held, turn))
    if position.proposal:
        lines.append(say("proposed: {answer}", answer=as_is(" ".join(position.proposal))))
    if position.result:
        lines.append(run(say("WON" if position.result > 0 else "LOST"), ": ", position.cause))
    return lines
