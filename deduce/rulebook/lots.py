"""Lots: chance deals secrets out of a box of cards, one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove
from deduce.rulebook.asks import Ask
from deduce.rulebook.heard import Event
from deduce.rulebook.secrets import Rows, Secret, behind, spelt, valued

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

LONG = 64
"""A box of so many cards is drawn from again where a card that is out comes up, and is not listed."""

Also = Callable[[str, Sequence[Any]], str | None]


class Box:
    """Cards from which chance deals secrets; made by `Table.box`.

    Attributes:
        verb: What the text of a move begins with: ``code 4-2-1``.
        cards: The texts of all cards that are listed, with their values.
        also: ``also(text, out)`` says why a card that is not listed cannot be dealt, None where it can; None where no
            other can.
        out: What is said of a card that is out.
        spell: The spelling of what people type, for cards that are not listed.
    """

    __slots__ = ("also", "cards", "out", "places", "rows", "spell", "texts", "verb")

    def __init__(
        self, verb: str, cards: Iterable[Any], also: Also | None, out: str, spell: Callable[[str], str]
    ) -> None:
        values, self.spell = list(cards), spell
        self.verb, self.also, self.out = verb, also, out
        self.cards: Mapping[str, Any] = {f"{verb} {spelt(value)}": value for value in values}
        self.texts, self.places = list(self.cards), values
        self.rows = Rows(self.cards)


class Lot(Ask):
    """Chance deals one secret out of a box; `apart` are cards and secrets that are out of it."""

    __slots__ = ("apart", "box", "mask", "secret", "silent", "task")

    def __init__(
        self,
        secret: Secret,
        box: Box,
        mask: int,
        apart: Iterable[Any],
        *,
        silent: bool,
        task: str,
    ) -> None:
        self.task = task or f"a {box.verb} card is dealt"
        self.secret, self.box, self.mask, self.apart, self.silent = secret, box, mask, tuple(apart), silent

    def text(self, value: Any) -> str:
        """The move that deals this card."""
        return f"{self.box.verb} {spelt(value)}"

    def _left(self, table: Table) -> list[str]:
        out = valued(self.apart, table)
        if not out:
            return self.box.texts
        return [text for text, value in self.box.cards.items() if value not in out]

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return self._left(table)

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        left = self._left(table)
        return [(text, 1 / len(left)) for text in left]

    @override
    def drawn(self, table: Table, rng: random.Random) -> str:
        box = self.box
        texts, values = box.texts, box.places
        if len(texts) < LONG:
            left = self._left(table)
            return left[int(rng.random() * len(left))]
        out = valued(self.apart, table)
        while True:
            place = int(rng.random() * len(texts))
            if values[place] not in out:
                return texts[place]

    @override
    def read(self, text: str) -> str | None:
        box = self.box
        if box.also is None:
            return box.rows.meant(text)
        return f"{box.verb} {box.spell(behind(text, box.verb))}"

    @override
    def play(self, table: Table, text: str) -> None:
        box, out = self.box, valued(self.apart, table)
        value = box.cards.get(text)
        if value is None:
            self.expect(text, box.verb)
            said = text.partition(" ")[2]
            why = box.also(said, out) if box.also is not None else "there is no such card"
            if why:
                raise IllegalMove(f"{text[:80]} cannot be drawn: {why}")
            value = said
        elif value in out:
            raise IllegalMove(f"{text[:80]} cannot be drawn: {box.out.format(spelt(value))}")
        table.settle(self.secret, value)
        table.note(Event(self.mask, "show", 0, self.secret, value, self.secret))

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        value = None
        if table.hears(self.mask):
            value = table.heard("show", self.secret, self.secret).value
            if value is not None:
                table.settle(self.secret, value)
        table.note(Event(self.mask, "show", 0, self.secret, value, self.secret))
        return None, None

    @override
    def fill(self, world: Mapping[Any, Any], rng: random.Random, table: Table) -> str:
        if self.secret in world:
            return self.text(world[self.secret])
        return self.drawn(table, rng)
