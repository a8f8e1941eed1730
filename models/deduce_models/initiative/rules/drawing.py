"""Drawings of a position as pure functions: text for the terminal, SVG for pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import State, View

__all__ = ["svg", "text"]

WIDTH = 16


def text(position: State | View) -> str:
    """The console, the map, the piles and the cards, as lines of text.

    Of a `State` the windows are drawn as the team sees them; hands are drawn for a `View` only.
    """
    return "\n".join([*_console(position), "", *_map(position), "", *_piles(position)])


def _console(position: State | View) -> list[str]:
    front = position.setup.front
    lines = [f"{front.title}: {front.question}"]
    for number, (word, texts) in enumerate(zip(front.words, position.windows, strict=True)):
        glyphs = " ".join(f"{window.glyph or '.':^{window.size}}" for window in word)
        shown = " ".join(shown or "_" * window.size for window, shown in zip(word, texts, strict=True))
        mark = "?" if number in front.answer else " "
        lines += [f"      {glyphs}", f"  {mark}   {shown}"]
    return lines


def _room(position: State | View, room: int) -> list[str]:
    setup = position.setup
    kinds = [setup.kinds[kind] for kind in position.faceup[room]]
    here = [f"P{seat}" for seat, place in enumerate(position.figures, 1) if place == room]
    return [
        f"[{setup.rooms[room]}]",
        f"{'#' * position.hidden[room] or '-'}",
        " ".join(kinds) or " ",
        " ".join(here) or " ",
    ]


def _map(position: State | View) -> list[str]:
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
            lines.append(joined.rstrip())
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
        if a < b and not _adjacent(setup.positions[a], setup.positions[b])
    ]
    return [*lines[:-1], *([f"also: {', '.join(others)}"] if others else [])]


def _adjacent(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _linked(setup: Setup, a: int | None, b: int | None) -> bool:
    return a is not None and b is not None and b in setup.neighbours[a]


def _piles(position: State | View) -> list[str]:
    deck = position.setup.deck
    lines = []
    for name, cards, block in zip(ACTIONS, position.piles, position.blocks, strict=True):
        shown = " ".join(deck.codes[card] for card in cards) or "-"
        lines.append(f"{name:<8} {shown}{'  BLOCKED' if block else ''}")
    left = position.left
    symbols = sum(deck.symbols[card] for card in position.discard)
    mode = f"THREAT, {symbols} of {deck.loss} symbols shown" if position.threat else "normal"
    lines.append(f"deck {left}, discard {len(position.discard)}, {mode}, turn {position.turns}")
    sizes: Sequence[int] = position.sizes
    for seat, size in enumerate(sizes, 1):
        own = seat == position.seat
        held = _held(position) if own else f"{size} cards"
        turn = " <- to move" if position.actor == seat else ""
        lines.append(f"P{seat} {position.setup.abilities[seat - 1].name:<8} {held}{turn}")
    if position.proposal:
        lines.append(f"proposed: {' '.join(position.proposal)}")
    if position.result:
        lines.append(f"{'WON' if position.result > 0 else 'LOST'}: {position.cause}")
    return lines


def _held(position: State | View) -> str:
    codes = position.setup.deck.codes
    return " ".join(codes[card] for card in position.hand)


def svg(position: State | View) -> str:
    """The map, the piles and the console as one SVG document (own shapes, no artwork)."""
    setup = position.setup
    columns = 1 + max(column for column, _ in setup.positions)
    rows = 1 + max(row for _, row in setup.positions)
    parts = [*_svg_rooms(position), *_svg_piles(position, 150 * columns + 20)]
    top = 110 * rows + 30
    parts += _svg_console(position, top)
    height = max(top + 46 * len(setup.front.words) + 30, 300)
    longest = max(sum(window.size for window in word) + len(word) for word in setup.front.words)
    width = max(150 * columns + 220, 30 * longest + 40)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="13">' + "".join(parts) + "</svg>"
    )


def _label(x: float, y: float, words: str, extra: str = "") -> str:
    return f'<text x="{x}" y="{y}"{extra}>{escape(words)}</text>'


def _svg_rooms(position: State | View) -> list[str]:
    setup = position.setup
    parts = []
    centre = [(20 + 150 * column + 60, 20 + 110 * row + 40) for column, row in setup.positions]
    for room, others in enumerate(setup.neighbours):
        for other in others:
            if room < other:
                (x1, y1), (x2, y2) = centre[room], centre[other]
                parts.append(
                    f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#888" stroke-width="6"/>'
                )
    for a, b in setup.walls:
        x, y = (centre[a][0] + centre[b][0]) / 2, (centre[a][1] + centre[b][1]) / 2
        parts.append(f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" fill="#444"/>')
    for room, (x, y) in enumerate(centre):
        parts.append(
            f'<rect x="{x - 60}" y="{y - 40}" width="120" height="80" rx="8" fill="#f4f1e8" stroke="#444"/>'
        )
        for line, words in enumerate(_room(position, room)):
            parts.append(_label(x - 54, y - 24 + 18 * line, words))
    return parts


def _svg_piles(position: State | View, left: int) -> list[str]:
    parts = []
    for line, words in enumerate(_piles(position)):
        parts.append(_label(left, 30 + 20 * line, words, ' xml:space="preserve"'))
    return parts


def _svg_console(position: State | View, top: int) -> list[str]:
    front = position.setup.front
    parts = [_label(20, top, f"{front.title}: {front.question}")]
    for row, (word, texts) in enumerate(zip(front.words, position.windows, strict=True)):
        x, y = 20, top + 26 + 46 * row
        for window, shown in zip(word, texts, strict=True):
            width = 26 * window.size
            parts.append(
                f'<rect x="{x}" y="{y}" width="{width}" height="26" fill="{"#fff" if shown else "#ccc"}" stroke="#444"/>'
            )
            parts.append(_label(x + width / 2, y - 4, window.glyph, ' text-anchor="middle" font-size="11"'))
            parts.append(_label(x + width / 2, y + 18, shown, ' text-anchor="middle"'))
            x += width + 4
    return parts
