"""The race of the competitive game: the chance of winning by declaring now, or before a later own turn.

Who declares takes a card for each own turn that would follow, and it counts when all guesses are right. So the winner
is who has everything right with the largest pile, and declaring is worth nothing until just before an own turn: up to
then one listens for nothing. What is told is a model: every card to come splits the pairs of codes that a seat may hold
in two, about `GAIN` bits of them; a rival declares before the first own turn at which it is certain, by the public pairs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deduce_models.entracte.knowledge.evidence import Evidence

GAIN = 0.9
"""How many bits a card to come is taken to tell about each seat."""

SEEN = 0.84
"""The share of the pairs publicly possible for a seat that is left to a rival who knows two codes to be its own."""

DOUBT = 0.05
"""The chance that a seat which has declared is wrong all the same."""


@dataclass(frozen=True)
class Race:
    """A table at the end of a turn: seats count from 1.

    `due` is the seat to move next, `last` the one that has just moved; `piles` are those of the seats that have
    `declared`. `mine` and `public` say how many pairs of codes are possible for each seat, to me and to everybody,
    `chance` how likely all my guesses are right now.
    """

    told: Evidence
    row: int
    last: int
    due: int
    declared: frozenset[int]
    piles: Mapping[int, int]
    mine: Sequence[float]
    public: Sequence[int]
    chance: float

    @property
    def me(self) -> int:
        """The seat that decides."""
        return self.told.me

    def winning(self, turns: int | None, *, now: bool = False) -> float:
        """The chance to win by declaring before the own turn after `turns` others of one's own (None: never).

        `now`: at once, by what is known now, and not just before that turn.
        """
        joins = dict.fromkeys(self.declared, 0)
        if turns is not None:
            joins[self.me] = turns
        extra, plays = self.ahead(joins)
        heard = 0 if now else plays[self.me]
        if self.told.setup.option("declared_guesses") == "table":
            heard = max(plays.values())
        right, pile = self.right(heard), extra[self.me]
        equal = [1.0]  # the chances that so many rivals come out even, and none ahead
        beaten = 1.0
        for rival in range(1, self.told.setup.players + 1):
            if rival != self.me:
                ahead, even = self._rival(rival, joins, pile)
                grown = [0.0, *equal]
                equal = [grown[k] * even for k in range(len(grown))]
                for k, value in enumerate(grown[1:]):
                    equal[k] += value * (1 - ahead - even)
                beaten *= 1 - ahead - even
        won = sum(value / (k + 1) for k, value in enumerate(equal))
        # Where nobody has everything right the most right guesses win: hardly those of who stopped listening.
        return right * won + (1 - right) * (beaten / self.told.setup.players if turns is None else 0.0)

    def right(self, plays: float) -> float:
        """How likely all my guesses are right after so many more cards."""
        if plays <= 0:
            return self.chance
        found = 1.0
        for seat, count in enumerate(self.mine, 1):
            if seat != self.me:
                found /= 1 + (count - 1) * 2 ** (-GAIN * plays)
        return found

    def _rival(self, rival: int, joins: Mapping[int, int], pile: int) -> tuple[float, float]:
        """The chances that a rival has everything right with a larger pile than `pile`, and with an equal one."""
        if rival in self.declared:
            extra, _ = self.ahead(joins)
            theirs = self.piles.get(rival, 0) + extra[rival]
            return (1 - DOUBT) * (theirs > pile), (1 - DOUBT) * (theirs == pile)
        seats = self.told.setup.players
        asked = (rival - self.last) % seats < (self.me - self.last) % seats
        before = self._certain(rival, 0 if asked else -1)
        left = max(1e-9, 1 - before)
        ahead = even = done = 0.0
        for turn in range(self.told.setup.limit):
            extra, plays = self.ahead({**joins, rival: turn})
            if turn and not extra[rival]:
                break
            certain = max(0.0, self._certain(rival, plays[rival]) - before) / left
            share, done = certain - done, certain
            ahead += share * (extra[rival] > pile)
            even += share * (extra[rival] == pile)
        _, plays = self.ahead(joins)
        if pile == 0:
            even += max(0.0, (self._certain(rival, plays[rival]) - before) / left - done)
        return ahead, even

    def _certain(self, rival: int, plays: float) -> float:
        """How likely a rival is certain of all codes after so many more cards, as everybody may judge."""
        open_pairs = sum((count - 1) * SEEN for seat, count in enumerate(self.public, 1) if seat != rival)
        return math.exp(-open_pairs * 2 ** (-GAIN * plays))

    def ahead(self, joins: Mapping[int, int]) -> tuple[dict[int, int], dict[int, int]]:
        """The pile cards to come, and how many cards each seat hears before it declares or the turns end.

        ``joins[seat]``: before which own turn from now a seat declares.
        """
        seats, limit = self.told.setup.players, self.told.setup.limit
        every = self.told.setup.option("pile_turns") == "every"
        extra = dict.fromkeys(range(1, seats + 1), 0)
        heard: dict[int, int] = {}
        taking = set(self.declared)
        turns = dict.fromkeys(range(1, seats + 1), 0)
        seat, plays = self.due, 0
        while self.row + plays < limit:
            silent = [s for s in turns if s not in joins or turns[s] < joins[s]]
            if not silent:
                break
            if seat in silent:
                plays += 1
                if every:
                    for other in taking:
                        extra[other] += 1
            else:
                heard.setdefault(seat, plays)
                taking.add(seat)
                extra[seat] += not every
            turns[seat] += 1
            seat = seat % seats + 1
        return extra, {s: heard.get(s, plays) for s in turns}
