"""What all runs of a mission share: its components by their names, and the secret behind the windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from typing import Any

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import say
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.rulebook import EVERYBODY, Table
from deduce_models.initiative.components.mission import UNKNOWN
from deduce_models.initiative.rules.setup import GLYPH, Setup

Place = str | tuple[int, int]
"""Windows that show the same: those of a glyph, or the one at this symbol of this word."""
Windows = tuple[tuple[str, ...], ...]
"""The text of every window, word by word; '' where it is closed."""


class Frame:
    """The frame of a mission: `setup` is public, `secret` the text behind every window.

    Attributes:
        behind: The text behind each place.
        value, symbols, place: Of each card, by its code: its value, its time symbols, its number.
        near: For each room those one passage away.
        order: The number of each token.
    """

    def __init__(self, setup: Setup, secret: Windows) -> None:
        self.setup, self.secret = setup, secret
        deck = setup.deck
        self.value = dict(zip(deck.codes, deck.values, strict=True))
        self.symbols = dict(zip(deck.codes, deck.symbols, strict=True))
        self.place, self.order = deck.ids, setup.ids
        self.times = tuple(deck.codes[card] for card in deck.times)
        self.near = {
            room: [setup.rooms[other] for other in others]
            for room, others in zip(setup.rooms, setup.neighbours, strict=True)
        }
        glyphs = [k for k, (effect, _) in zip(setup.kinds, setup.effects, strict=True) if effect == GLYPH]
        self.is_glyph = frozenset(glyphs).__contains__
        self.on_card = frozenset(setup.front.glyphs).__contains__
        self.places = tuple(
            tuple(_places(word, number)) for number, word in enumerate(setup.front.words, 1)
        )
        answer = [(setup.front.words[at], self.places[at]) for at in setup.front.answer]
        self.needed = frozenset(window.glyph for word, _ in answer for window in word if window.glyph)
        self.behind: dict[Place, str] = self._by_place(secret)
        self.cells = {place: tuple(_names(place, len(text))) for place, text in self.behind.items()}
        self._cells: dict[Place, tuple[Variable, ...]] = {}

    def _by_place(self, texts: Windows) -> dict[Place, str]:
        return {
            p: x
            for places, row in zip(self.places, texts, strict=True)
            for p, x in zip(places, row, strict=True)
        }

    def conceal(self, t: Table) -> None:
        """The symbols behind the windows are hidden quantities; what is printed open is shown to all."""
        alphabet = self.setup.front.alphabet
        unknown = any(UNKNOWN in text for text in self.behind.values())
        domain = [*alphabet, UNKNOWN] if unknown else list(alphabet)
        values: dict[str, dict[str, str]] = {"behind": {}, "window": {}}
        for place, names in self.cells.items():
            for (family, key), symbol in zip(names, self.behind[place], strict=True):
                values[family][key] = symbol
        made = {family: t.secret(family, cells, domain) for family, cells in values.items() if cells}
        self._cells = {
            place: tuple(made[family][key] for family, key in names) for place, names in self.cells.items()
        }
        for word, places in zip(self.setup.front.words, self.places, strict=True):
            for window, place in zip(word, places, strict=True):
                if window.shown:
                    self.open(t, place)

    def open(self, t: Table, place: Place) -> None:
        """Everybody sees what a place hides."""
        if place not in t.open.windows:
            text = "".join([t.show(EVERYBODY, cell) for cell in self._cells[place]])
            t.open.windows = {
                **t.open.windows,
                place: text,
            }  # menus that were asked keep the windows of then

    def given(self, secret: Windows) -> dict[str, str]:
        """Another secret, by the names of its symbols; without those that are not known."""
        texts = self._by_place(secret)
        return {
            f"{family}[{key}]": symbol
            for place, names in self.cells.items()
            for (family, key), symbol in zip(names, texts[place], strict=True)
            if symbol != UNKNOWN
        }

    def true(self, world: Mapping[Variable, str]) -> Windows:
        """The text behind every window in a world."""
        texts = {place: "".join([world[cell] for cell in cells]) for place, cells in self._cells.items()}
        return tuple(tuple([texts[place] for place in places]) for places in self.places)

    def shown(self, windows: Mapping[Place, str]) -> Windows:
        """The text of every window, of those that are open."""
        return tuple(tuple(windows.get(place, "") for place in places) for places in self.places)

    def says(self, t: Table, words: tuple[str, ...]) -> Fact:
        """The fact that an answer is right. Raises `IllegalMove` where the mission does not hold it."""
        front = self.setup.front
        facts: list[Fact] = []
        for at, said in zip(front.answer, words, strict=True):
            start = 0
            for window, place in zip(front.words[at], self.places[at], strict=True):
                for cell, symbol in zip(self._cells[place], said[start : start + window.size], strict=True):
                    if t.world.get(cell) == UNKNOWN:
                        raise IllegalMove(
                            say("the answer cannot be compared: this mission file does not hold it")
                        )
                    facts.append(cell == symbol)
                start += window.size
        return reduce(and_, facts)


def _names(place: Place, size: int) -> Iterator[tuple[str, str]]:
    """What the symbols of a place are called: family and key."""
    for offset in range(size):
        if isinstance(place, str):
            yield "behind", place if size == 1 else f"{place}.{offset + 1}"
        else:
            yield "window", f"{place[0]}.{place[1] + offset}"


def _places(word: Any, number: int) -> Iterator[Place]:
    start = 1
    for window in word:
        yield window.glyph or (number, start)
        start += window.size
