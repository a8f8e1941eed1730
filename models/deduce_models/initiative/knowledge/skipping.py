"""How likely hands are by forced skips: exactly, by counting the ways in which each can have come about.

Every order of the deck is as likely as any other, so a hand is as likely as there are ways to say which card came with
which draw. Where nobody skips all hands have equally many. A skip leaves the ways in which nothing that was held then
fitted a pile; of the cards held now that is as much as is told apart by the skips that each was there for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from deduce_models.initiative.rules.skips import Drawn, Left, Nothing, Skips


class Likely(NamedTuple):
    """How likely the hands of a seat are beside each other.

    Attributes:
        seat: Whose.
        kinds: The unseen cards that it may hold, those together that no skip tells apart.
        ways: How likely a hand is with so many cards of each kind, of which the likeliest has 1; others are impossible.
    """

    seat: int
    kinds: tuple[tuple[int, ...], ...]
    ways: dict[tuple[int, ...], float]

    def kind_of(self, card: int) -> int:
        """The number of the card's kind; -1 where it is of none."""
        return next((number for number, kind in enumerate(self.kinds) if card in kind), -1)

    def of(self, hand: Sequence[int]) -> float:
        """That of one hand, 0 to 1."""
        return self.ways.get(tuple([sum(card in kind for card in hand) for kind in self.kinds]), 0.0)


@lru_cache(maxsize=64)
def likely(
    skips: Skips, new: tuple[int, ...], old: tuple[int, ...], sizes: tuple[int, int]
) -> Likely | None:
    """What skips tell of a hand of `sizes` cards out of those in `new` and in `old`; None where they tell nothing.

    Linear in the events, and in the hands of four out of the cards that were laid down since.
    """
    fits = [event.fits for event in skips.events if isinstance(event, Nothing)]
    groups: dict[tuple[bool, frozenset[int]], list[int]] = {}
    for late, cards in ((True, new), (False, old)):
        for card in cards:
            there = frozenset([number for number, some in enumerate(fits) if card in some])
            groups.setdefault((late, there), []).append(card)
    if not any(there for _, there in groups):
        return None
    found = _Ways(skips, fits, [(late, there, len(cards)) for (late, there), cards in groups.items()]).found
    ways = {counts: number * prod(map(factorial, counts)) for counts, number in found.items()}
    most = max(ways.values(), default=1)
    made = {counts: number / most for counts, number in ways.items()}
    every = [
        counts
        for counts in product(*[range(min(len(cards), sum(sizes)) + 1) for cards in groups.values()])
        if tuple(
            [
                sum(n for n, (late, _) in zip(counts, groups, strict=True) if late == which)
                for which in (True, False)
            ]
        )
        == sizes
    ]
    if all(made.get(counts) == 1.0 for counts in every):
        return None
    return Likely(skips.seat, tuple([tuple(cards) for cards in groups.values()]), made)


class _Ways:
    """Forward through the events: what is held, as cards that are seen later and numbers of each kind that are not."""

    def __init__(
        self,
        skips: Skips,
        fits: Sequence[frozenset[int]],
        kinds: Sequence[tuple[bool, frozenset[int], int]],
    ) -> None:
        self.kinds = kinds
        self.later = {at: event for at, event in enumerate(skips.events) if isinstance(event, Left)}
        nothing = (0,) * len(kinds)
        self.states: dict[tuple[frozenset[int], tuple[int, ...]], int] = {(frozenset(), nothing): 1}
        for late, number in ((True, skips.new), (False, skips.old)):
            for _ in range(number):
                self._draw(-1, late)
        skip = 0
        for at, event in enumerate(skips.events):
            if isinstance(event, Drawn):
                self._draw(at, event.new)
            elif isinstance(event, Left):
                self.states = {
                    (held - {at}, counts): ways
                    for (held, counts), ways in self.states.items()
                    if at in held
                }
            else:
                self._skip(skip, fits[skip])
                skip += 1
        self.found = {counts: ways for (_, counts), ways in self.states.items()}

    def _draw(self, at: int, late: bool) -> None:
        """One card more: one that is seen to leave after event `at`, or one that is held still."""
        states: dict[tuple[frozenset[int], tuple[int, ...]], int] = {}
        for (held, counts), ways in self.states.items():
            for when, card in self.later.items():
                if when > at and when not in held and card.new == late:
                    key = (held | {when}, counts)
                    states[key] = states.get(key, 0) + ways
            for kind, (new, _, size) in enumerate(self.kinds):
                if new == late and counts[kind] < size:
                    key = (held, (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :]))
                    states[key] = states.get(key, 0) + ways
        self.states = states

    def _skip(self, number: int, fits: frozenset[int]) -> None:
        """Nothing that is held fits a pile."""
        self.states = {
            (held, counts): ways
            for (held, counts), ways in self.states.items()
            if not any(self.later[when].card in fits for when in held)
            and not any(
                count and number in there for count, (_, there, _) in zip(counts, self.kinds, strict=True)
            )
        }
