"""A mission as a picture: the console with its windows, the map with tokens and figures, piles, hands and threat."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import many
from deduce.show import svg
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.setup import Setup
from deduce_models.initiative.rules.state import View

CELL, ROW = 26.0, 48.0
"""The width of one symbol of a window, and the height of a word with its glyphs."""
ROOM = 86.0
COLOURS = {"g": svg.Print.MEADOW, "y": svg.Print.STRAW, "b": svg.Print.HAZE, "t": svg.Print.ROSE}
"""What the cards of the shipped deck look like; cards of others are plain."""


def picture(view: View, names: Sequence[str] = ()) -> str:
    """The picture of a view; other hands are only counted."""
    setup = view.setup
    names = tuple(names) or tuple(f"seat {seat}" for seat in range(1, view.setup.seats + 1))
    front = setup.front
    blocks = [svg.paragraph(front.question), _console(view)]
    if view.proposal:
        blocks.append(svg.paragraph(f"Proposed: {' '.join(view.proposal)}", ink="accent"))
    blocks += [svg.heading("The map"), _map(view, names), *_passages(setup)]
    blocks += [svg.heading("Action cards"), _piles(view)]
    blocks += [_threat(view), svg.heading("Hands"), _hands(view, names)]
    if view.result:
        blocks.append(svg.heading(f"{'Won' if view.result > 0 else 'Lost'}: {view.cause}"))
    return svg.document(f"The Initiative: {front.title}", blocks, note=f"turn {view.turns}")


def _console(view: View) -> svg.Block:
    """Every word of the card: windows, their glyphs, and what is open; words to be guessed are marked."""
    front = view.setup.front
    longest = max(sum(window.size for window in word) for word in front.words)
    cell = min(CELL, (svg.INNER - 14) / longest - 4)
    shapes, said = [], []
    for row, (word, texts) in enumerate(zip(front.words, view.windows, strict=True)):
        x, y = 14.0, ROW * row
        wanted = row in front.answer
        if wanted:
            shapes.append(svg.text(0, y + 34, "?", size=15, ink="accent", bold=True))
        for window, shown in zip(word, texts, strict=True):
            wide = cell * window.size
            shapes.append(
                svg.text(
                    x + wide / 2, y + 12, window.glyph, size=11, ink="dim", anchor="middle", fit=wide + 3
                )
            )
            shapes.append(svg.box(x, y + 16, wide, 26, "card" if shown else "soft", line=1.4))
            if shown:
                shapes.append(
                    svg.text(x + wide / 2, y + 35, shown, size=16, anchor="middle", bold=True, fit=wide - 2)
                )
            x += wide + 4
        letters = "".join(shown or "_" * window.size for window, shown in zip(word, texts, strict=True))
        glyphs = " ".join(window.glyph or "." for window in word)
        said.append(f"{letters}{' (to be guessed)' if wanted else ''}, glyphs {glyphs}")
    return svg.Block(ROW * len(front.words) + 4, tuple(shapes), "\n".join(said))


def _map(view: View, names: Sequence[str]) -> svg.Block:
    setup = view.setup
    across = 1 + max(column for column, _ in setup.positions)
    down = 1 + max(row for _, row in setup.positions)
    pitch = svg.INNER / across
    wide = min(150.0, pitch - 16)
    centre = [(pitch * (column + 0.5), ROOM * (row + 0.5) - 7) for column, row in setup.positions]
    shapes, said = [], []
    for a, others in enumerate(setup.neighbours):
        shapes += [svg.line(*centre[a], *centre[b], "edge", width=6) for b in others if a < b]
    for a, b in setup.walls:
        x, y = (centre[a][0] + centre[b][0]) / 2, (centre[a][1] + centre[b][1]) / 2
        shapes.append(svg.box(x - 7, y - 7, 14, 14, "ink", "", radius=2))
    for room, (x, y) in enumerate(centre):
        figures = [seat for seat, place in enumerate(view.figures, 1) if place == room]
        tokens = [setup.kinds[kind] for kind in view.faceup[room]]
        shapes += _room(view, room, x - wide / 2, y - 36, wide)
        for place, seat in enumerate(figures):
            token = svg.disc(
                x + wide / 2 - 11 - 17 * (len(figures) - 1 - place), y + 26, svg.initial(names, seat), seat
            )
            shapes.append(svg.group([token], names[seat - 1]))
        here = [f"{view.hidden[room]} face down", *(["face up " + " ".join(tokens)] if tokens else [])]
        here += [f"{names[seat - 1]} here" for seat in figures]
        ways = ", ".join(setup.rooms[other] for other in setup.neighbours[room])
        said.append(f"{setup.rooms[room]}: {', '.join(here)}; leads to {ways}")
    return svg.Block(ROOM * down - 8, tuple(shapes), "\n".join(said))


def _room(view: View, room: int, x: float, y: float, wide: float) -> list[str]:
    setup = view.setup
    entrance = room == setup.entrance
    shapes = [
        svg.box(x, y, wide, 72, "card", "accent" if view.room == room else "edge", line=1.5, radius=7)
    ]
    name = setup.rooms[room] + (" (entrance)" if entrance else "")
    shapes.append(svg.text(x + 7, y + 15, name, size=12, bold=True, fit=wide - 12))
    many = view.hidden[room]
    for place in range(min(many, 6)):
        shapes.append(svg.box(x + 7 + 11 * place, y + 22, 15, 15, "soft", "edge", radius=3))
    if many:
        shapes.append(svg.text(x + 26 + 11 * (min(many, 6) - 1), y + 34, f"{many}", size=11, ink="dim"))
    tokens = [setup.kinds[kind] for kind in view.faceup[room]]
    if tokens:
        shapes.append(
            svg.text(x + 7, y + 51, " ".join(tokens), size=12, ink="accent", bold=True, fit=wide - 12)
        )
    return shapes


def _passages(setup: Setup) -> list[svg.Block]:
    """Passages that the map does not show as a line between neighbours."""

    def beside(a: int, b: int) -> bool:
        (x, y), (u, v) = setup.positions[a], setup.positions[b]
        return abs(x - u) + abs(y - v) == 1

    found = [
        f"{setup.rooms[a]} - {setup.rooms[b]}"
        for a, others in enumerate(setup.neighbours)
        for b in others
        if a < b and not beside(a, b)
    ]
    return [svg.paragraph(f"Also: {', '.join(found)}", size=11, ink="dim")] if found else []


def _cards(codes: Sequence[str], x: float, y: float, room: float) -> list[str]:
    """Small cards side by side, closer together where there are many."""
    step = min(34.0, (room - 30) / max(1, len(codes) - 1)) if codes else 0.0
    shapes = []
    for place, code in enumerate(codes):
        left, colour = x + step * place, COLOURS.get(code[:1])
        shapes.append(svg.box(left, y, 30, 20, colour or "card"))
        shapes.append(
            svg.text(
                left + 4, y + 14, code, size=11, ink=svg.Print.DARK if colour else "ink", bold=True, fit=23
            )
        )
    return shapes


def _piles(view: View) -> svg.Block:
    deck = view.setup.deck
    shapes, said = [], []
    for row, (name, cards, block) in enumerate(zip(ACTIONS, view.piles, view.blocks, strict=True)):
        y, codes = 25.0 * row, [deck.codes[card] for card in cards]
        shapes.append(svg.text(0, y + 14, name, size=12, bold=view.action == row))
        shapes += _cards(codes, 66, y, svg.INNER - 66 - (70 if block else 0))
        if not codes:
            shapes.append(svg.text(68, y + 14, "no cards", size=11, ink="dim"))
        if block:
            shapes.append(
                svg.text(svg.INNER, y + 14, "blocked", size=11, ink="bad", anchor="end", bold=True)
            )
        said.append(f"{name}: {' '.join(codes) or 'no cards'}{', blocked' if block else ''}")
    return svg.Block(25.0 * len(ACTIONS) + 4, tuple(shapes), "\n".join(said))


def _threat(view: View) -> svg.Block:
    deck = view.setup.deck
    symbols = sum(deck.symbols[card] for card in view.discard)
    words = f"{many(view.left, 'card')} in the deck, {len(view.discard)} in the discard; "
    if view.threat:
        return svg.paragraph(f"{words}threat: {symbols} of {deck.loss} time symbols are out.", ink="bad")
    return svg.paragraph(f"{words}no threat yet.", ink="dim")


def _hands(view: View, names: Sequence[str]) -> svg.Block:
    shapes, said = [], []
    for seat, (name, size) in enumerate(zip(names, view.sizes, strict=True), 1):
        y = 27.0 * (seat - 1)
        if view.actor == seat:
            shapes.append(svg.box(-4, y - 2, svg.INNER + 8, 24, "accent", "", opacity=0.16))
        shapes.append(svg.disc(9, y + 10, svg.initial(names, seat), seat))
        ability = view.setup.abilities[seat - 1].name
        shapes.append(svg.text(23, y + 14, f"{name}, {ability}", size=11.5, fit=125))
        own = [view.setup.deck.codes[card] for card in view.hand] if seat == view.seat else []
        if own:
            shapes += _cards(own, 154, y, svg.INNER - 154)
        else:
            shapes.append(svg.text(156, y + 14, many(size, "card"), size=11.5, ink="dim"))
        turn = ", to move" if view.actor == seat else ""
        said.append(f"{name}, {ability}: {' '.join(own) or many(size, 'card')}{turn}")
    return svg.Block(27.0 * len(names) + 4, tuple(shapes), "\n".join(said))
