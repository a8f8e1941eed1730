"""A draw: chance takes one card out of a zone, by what lies there."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove
from deduce.rulebook.asks import Ask

if TYPE_CHECKING:
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone


class Draw(Ask):
    """Chance draws one card of `deck` into `to`; `name` is what the card is called by who does not see it.

    `form` is how the move is written, with ``{}`` for the card. Cards among `open` lie open as soon as they are drawn,
    and do not come into `to`. `noticed` is whether those who do not see the card are told that it was drawn (where it
    may lie open, or has a text), `said` where it goes, in words.
    """

    __slots__ = ("_moves", "deck", "form", "mask", "name", "noticed", "open", "said", "to")

    def __init__(
        self,
        deck: Zone,
        to: Zone | None,
        mask: int,
        name: str,
        form: str = "",
        open: frozenset[Hashable] = frozenset(),  # noqa: A002 - as rules say it
    ) -> None:
        self.deck, self.to, self.mask, self.name, self.form, self.open = deck, to, mask, name, form, open
        self.noticed = bool(open or form)
        self.said = form or (f"to {to.name}" if to is not None else f"from {deck.name}")
        self._moves: tuple[Mapping[str, Hashable], Mapping[Hashable, str]] | None = None

    def text(self, card: object) -> str:
        """The move that draws this card."""
        return self.form.replace("{}", str(card)) if self.form else f"draw {card} {self.said}"

    def _there(self) -> list[Hashable]:
        deck = self.deck
        return deck.live or deck.under[:1]

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return [text for text, _ in self.outcomes(table)]

    def possible(self) -> list[Hashable]:
        """The cards that may be drawn, each once, in the order of the deck's list."""
        there = set(self._there())
        return [card for card in self.deck.copies if card in there]

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        there = self._there()
        return [(self.text(card), there.count(card) / len(there)) for card in self.possible()]

    @override
    def drawn(self, table: Table, rng: random.Random) -> str:
        there = self._there()
        if self.deck.hand and len(there) > 1:  # the order in which cards came must not matter
            order = table.once(("order", id(self.deck.copies)), lambda: _places(self.deck.copies))
            there = sorted(there, key=order.__getitem__)
        return self._written(table)[1][there[int(rng.random() * len(there))]]

    def _written(self, table: Table) -> tuple[Mapping[str, Hashable], Mapping[Hashable, str]]:
        """The card of every move that could draw here, and the move of every card."""
        if self._moves is None:
            self._moves = table.once(("drawn", self.said, id(self.deck.copies)), self._all)
        return self._moves

    def _all(self) -> tuple[Mapping[str, Hashable], Mapping[Hashable, str]]:
        texts = {card: self.text(card) for card in self.deck.copies}
        return {text: card for card, text in texts.items()}, texts

    @override
    def play(self, table: Table, text: str) -> Any:
        card = self._written(table)[0].get(text)
        if card is not None and card in self._there():
            return table.drew(self, card)
        raise IllegalMove(f"{text[:80]}: cannot be drawn now; such as {self.texts(table)[0]!r}")

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        if not table.hears(self.mask):
            if not self.noticed:
                return None, table.drew(self, None)
            entry = table.heard(None, self.said, self)
            if entry.kind != "draw":
                return None, table.drew(self, None)
        else:
            entry = table.heard("draw", self.said, self)
        return self.text(entry.value), table.drew(self, entry.value)

    @override
    def fill(self, world: Mapping[Any, Any], rng: random.Random, table: Table) -> str:
        if self.name in world:
            return self.text(world[self.name])
        return self.drawn(table, rng)


def _places(cards: Mapping[Hashable, int]) -> dict[Hashable, int]:
    return {card: place for place, card in enumerate(cards)}
