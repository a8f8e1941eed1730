"""A board as places that can be said: one value for the picture and for taps.

A game tells its boards as values (`Game.boards`); here they are drawn, and told as plain values to the page, where a
tap on a place says its word in the line or the move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from string import ascii_lowercase
from typing import Any, Literal

from deduce.ground.errors import ProblemError
from deduce.language.variables import is_whole
from deduce.show import svg
from deduce.show.layers import HIGH as CARD_HIGH
from deduce.show.layers import WIDE as CARD_WIDE
from deduce.show.layers import Layer, card

LARGEST = 46.0
"""The side of a place, where there is room."""
GAP, HIGH = 6.0, 96.0
"""Between cards, and the least height of one."""
FACE = 49.0
"""The width of a card's face."""
SHOWN = 4
"""So many things that may be on a card are drawn, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a board.

    Attributes:
        say: The word of a line or a move that names it.
        row: From 0, from above.
        column: From 0, from the left.
        text: What is seen there, in a sign or a word.
        about: The same in words, where `text` is a sign.
        chance: How likely what the board asks about is there, 0 to 1; None where nobody asks.
        marked: Whether it stands out.
        chances: What may be there, each with its chance, the likeliest first; one that is certain stands alone.
        fact: What ``deduce why`` is asked about it, with ``{value}`` where it has several chances; empty for nothing.
        seen: The seats of those who have looked at it, or stand there.
        claim: Whose claim about it was the last, by seat, and what; (0, "") for nobody's.
        open: Whether it lies face up.
        below: What lies there too, in words: clues of a column, tokens, cards.
        by: The seat that put it there; 0 for none.
        colour: A colour of `svg.Print` in which it is filled; empty for none.
    """

    say: str
    row: int
    column: int
    text: str = ""
    about: str = ""
    chance: float | None = None
    marked: bool = False
    chances: tuple[tuple[str, float], ...] = ()
    fact: str = ""
    seen: tuple[int, ...] = ()
    claim: tuple[int, str] = (0, "")
    open: bool = False
    below: tuple[str, ...] = ()
    by: int = 0
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Places in rows and columns.

    Attributes:
        title: What it shows.
        rows: The names of the rows, from above.
        columns: The names of the columns, from the left.
        places: In any order; a square without one is no place.
        asked: What the chances are chances of, in a word; empty where there are none.
        kind: ``grid``: signs on squares; ``cards``: each place a card with what may be there, and its name in its corner;
            ``table``: a chance a square, between the names of rows and columns, which can be said as well; ``list``: one
            place whose chances are listed; ``faces``: cards drawn from the words of their texts, with who played them
            (`Place.by`) and whose tokens lie there (`Place.seen`); ``holders``: what somebody has, a place each, its
            chances by name; ``bricks``: squares that are two columns wide, so that rows can stand shifted by half of one.
        shows: The sheet of the form that it shows, by name; empty for none.
        estimated: Whether its chances are no exact shares of the possible worlds.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    places: tuple[Place, ...]
    asked: str = ""
    kind: Literal["grid", "cards", "table", "list", "faces", "holders", "bricks"] = "grid"
    shows: str = ""
    estimated: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The board as plain values for JSON."""
        return asdict(self)

    def drawn(self, layers: Sequence[Layer] = (), names: Sequence[str] = ()) -> svg.Block:
        """The board as a part of a picture; a chance is a shade and a percentage.

        Args:
            layers: What faces are drawn of.
            names: Of the players, for their discs and their columns; their seats where there are none.
        """
        if self.kind in ("cards", "list"):
            return self._cards(names)
        if self.kind == "faces":
            return self._faces(layers, names)
        if self.kind == "holders":
            rows = [
                (each.say, [dict(each.chances).get(name, 0.0) for name in names]) for each in self.places
            ]
            return svg.chance_grid(names, rows)
        head = svg.heading(f"{self.title}: chances of {self.asked}" if self.asked else self.title, size=12)
        left, top = 18.0, head.height + 16
        broad = 2 if self.kind == "bricks" else 1
        side = min(LARGEST, broad * (svg.INNER - left) / max(1, len(self.columns)))
        shapes = list(head.shapes)
        for column, name in enumerate(self.columns):
            x = left + side / broad * (column + 0.5)
            shapes.append(svg.text(x, top - 5, name, size=11, bold=True, anchor="middle", fit=side))
        for row, name in enumerate(self.rows):
            y = top + side * (row + 0.5) + 4
            shapes.append(svg.text(left - 5, y, name, size=11, bold=True, anchor="end", fit=left - 5))
        for place in self.places:
            shapes += _square(place, left + side / broad * place.column, top + side * place.row, side)
        said = [head.words, *(f"{place.say}: {_words(place)}" for place in self.places if _words(place))]
        return svg.Block(top + side * len(self.rows) + 8, tuple(shapes), "\n".join(said))

    def _faces(self, layers: Sequence[Layer], names: Sequence[str]) -> svg.Block:
        """Each place as a card's face, who played it in the corner, whose tokens lie there below."""
        across = int((svg.INNER + GAP) // (FACE + GAP))
        high = FACE * CARD_HIGH / CARD_WIDE
        tall = high + (24 if any(place.seen or place.below for place in self.places) else GAP)
        called = self._called(names)
        shapes, said = [], [self.title]
        for number, place in enumerate(self.places):
            x, y = (FACE + GAP) * (number % across), 9 + (tall + GAP) * (number // across)
            face = card(place.text.split(), layers, x, y, FACE)
            shapes.append(face or svg.box(x, y, FACE, high, "card", "edge"))
            top = y + 11 + 8 * bool(place.by)  # below the disc
            for row, word in enumerate([] if face else place.text.split() or ["?"]):
                shapes.append(svg.text(x + 4, top + 8 * row, word, size=8, fit=FACE - 8))
            if place.marked:
                shapes.append(svg.box(x - 1, y - 1, FACE + 2, high + 2, "", "accent", line=2))
            if place.by:
                shapes.append(svg.disc(x + 5, y, svg.initial(called, place.by), place.by, radius=8))
            below = [(svg.initial(called, seat), seat) for seat in place.seen]
            for at, (letter, seat) in enumerate(below):
                token = svg.disc(x + 8 + 16 * at, y + high + 11, letter, seat, radius=7)
                shapes.append(svg.group([token], f"token of {called[seat - 1]}"))
            told = " ".join(place.below)
            if told:
                start = x + 16 * len(below)
                shapes.append(svg.text(start, y + high + 14, told, size=9, ink="dim", fit=x + FACE - start))
            said.append(place.about or place.text)
        rows = -(-len(self.places) // across)
        return svg.Block(9 + (tall + GAP) * rows, tuple(shapes), "\n".join(said))

    def _called(self, names: Sequence[str]) -> Sequence[str]:
        """What the seats named in the places are called."""
        seats = (seat for place in self.places for seat in (place.by, place.claim[0], *place.seen))
        return names or [str(seat) for seat in range(1, 1 + max(seats, default=0))]

    def _cards(self, names: Sequence[str]) -> svg.Block:
        """Each place as a card: its name, who has looked at it or stands there, what may be there, who claims what."""
        head, called = svg.heading(self.title, size=12), self._called(names)
        across = max(1, min(len(self.columns), 4)) if self.kind == "cards" else 1
        wide = (svg.INNER - GAP * (across - 1)) / across
        high = max([HIGH, *map(_needed, self.places)])
        shapes, words, top = list(head.shapes), [head.words], head.height + 4
        for number, place in enumerate(self.places):
            x, y = (wide + GAP) * (number % across), top + (high + GAP) * (number // across)
            shapes += _card(place, x, y, wide, high, called)
            told = [f"{word} {svg.percent(chance)}" for word, chance in place.chances]
            told += [*place.below, *(called[seat - 1] for seat in place.seen)]
            told += [_claimed(place, called)] if place.claim[0] else []
            name = place.text or place.say
            words.append(f"{name}: {', '.join(told)}" if told else name)
        rows = -(-len(self.places) // across)
        return svg.Block(top + (high + GAP) * rows + 4, tuple(shapes), "\n".join(words))


def _card(place: Place, x: float, y: float, wide: float, high: float, called: Sequence[str]) -> list[str]:
    """One card of `Board._cards`: a bar behind each thing that may be there is as long as it is likely."""
    fill = "soft" if place.open else "card"
    shapes = [svg.box(x, y, wide, high, fill, "accent" if place.marked else "edge")]
    room = wide - 12 - 16 * len(place.seen)
    shapes.append(svg.text(x + 6, y + 15, place.text, size=11, ink="dim", bold=True, fit=room))
    for at, seat in enumerate(place.seen):
        token = svg.disc(x + wide - 11 - 16 * at, y + 11, svg.initial(called, seat), seat, radius=7.5)
        shapes.append(svg.group([token], called[seat - 1]))
    for row, (word, chance) in enumerate(place.chances[:SHOWN]):
        base, sure = y + 32 + 16 * row, chance >= 1
        if not sure:
            shapes.append(
                svg.box(x + 4, base - 11, (wide - 8) * chance, 14, "shade", "", opacity=0.35, radius=2)
            )
            shapes.append(svg.text(x + wide - 6, base, svg.percent(chance), size=10, anchor="end"))
        shapes.append(svg.text(x + 6, base, word, size=11, bold=sure, fit=wide - (12 if sure else 48)))
    if len(place.chances) > SHOWN:
        more = f"and {len(place.chances) - SHOWN} more"
        shapes.append(svg.text(x + 6, y + 31 + 16 * SHOWN, more, size=9, ink="dim"))
    for row, word in enumerate(place.below, min(SHOWN + 1, len(place.chances))):
        shapes.append(svg.text(x + 6, y + 32 + 16 * row, word, size=10, ink="dim", fit=wide - 12))
    if place.claim[0]:
        said, middle = _claimed(place, called), x + wide / 2
        shapes.append(
            svg.text(middle, y + high - 6, said, size=10, ink="accent", anchor="middle", fit=wide - 8)
        )
    return shapes


def _needed(place: Place) -> float:
    """How high a card must be for all that is on it."""
    foot = bool(place.claim[0]) + (len(place.chances) > SHOWN)
    return 28.0 + 16 * (len(place.chances[:SHOWN]) + len(place.below) + foot)


def _claimed(place: Place, called: Sequence[str]) -> str:
    seat, what = place.claim
    return f"{called[seat - 1]} says {what}"


def _square(place: Place, x: float, y: float, side: float) -> list[str]:
    shapes = [svg.box(x, y, side, side, place.colour or "card", "edge", radius=0)]
    if place.chance:
        opacity = 0.08 + 0.5 * min(1.0, place.chance)
        shapes.append(svg.box(x, y, side, side, "shade", "", opacity=opacity, radius=0))
    if place.marked:
        shapes.append(svg.box(x + 1, y + 1, side - 2, side - 2, "", "accent", line=2, radius=0))
    word = place.text or ("" if place.chance is None else svg.percent(place.chance))
    if word:
        size = min(15.0, side * 0.5) if place.text else 10.0
        middle, base = x + side / 2, y + side / 2 + size * 0.36
        shapes.append(svg.text(middle, base, word, size=size, anchor="middle", fit=side - 4))
    return shapes


def _words(place: Place) -> str:
    said = place.about or place.text
    chance = "" if place.chance is None else svg.percent(place.chance)
    return ", ".join(each for each in (said, chance) if each)


def lettered(
    title: str,
    width: int,
    height: int,
    *,
    text: Mapping[str, str] | None = None,
    about: Mapping[str, str] | None = None,
    chance: Mapping[str, float] | None = None,
    marked: Sequence[str] = (),
    asked: str = "",
) -> Board:
    """A board whose columns are letters and whose rows are numbers: its places are ``a1``, ``b1``, ...

    Args:
        title: What it shows.
        width: How many columns, up to 26.
        height: How many rows.
        text: What is seen, by place.
        about: The same in words, by place.
        chance: By place.
        marked: The places that stand out.
        asked: What the chances are chances of.

    Raises `ProblemError` for a width or height that no such board has.
    """
    for what, number, most in (("columns", width, len(ascii_lowercase)), ("rows", height, math.inf)):
        if not is_whole(number) or not 1 <= number <= most:
            limit = f" to {most}" if math.isfinite(most) else ""
            raise ProblemError(f"a board has {what} from 1{limit}, not {number!r}")
    texts, words, chances = text or {}, about or {}, chance or {}
    columns = tuple(ascii_lowercase[:width])
    rows = tuple(str(row + 1) for row in range(height))
    places = [
        Place(
            name := letter + number,
            row,
            column,
            texts.get(name, ""),
            words.get(name, ""),
            chances.get(name),
            name in marked,
        )
        for row, number in enumerate(rows)
        for column, letter in enumerate(columns)
    ]
    return Board(title, rows, columns, tuple(places), asked if chances else "")
