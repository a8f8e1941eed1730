"""The competitive game: cards by what they tell me and what my own token tells others, and when to declare.

Hard evidence leaves each seat a list of pairs of codes, all choices of disjoint pairs being alike. So the best guesses
are all right with the chance one in so many choices, which is counted, or estimated where the choices are too many.

**A card** tells all seats the same of third parties, and others my own token. With n seats I gain on the mean rival one
part in n - 1 of what it tells of others, and lose what it tells of me: so that is weighed against the first with n - 1.

**Declaring** ends the notes and begins the pile. It is compared with declaring some rounds later, should the bits left
open go on falling as they have: points for right guesses, and the pile with the chance that all are right. These weights
are above what comes of a game (rivals declare too, and the last bits fall slowly): they compare, and are told as that.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.games.base import Advice
from deduce_models.entracte.advice.informed import settled, thinks, token_advice, worlds_of
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.evidence import NAMES, Evidence, evidence_of
from deduce_models.entracte.knowledge.resample import pairs_of
from deduce_models.entracte.rules.setup import DECLARE, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["Prospect", "contested", "declaring", "guarded", "prospect"]

COUNTED = 20_000
"""So many choices of pairs are gone through one by one."""

AHEAD = 4
"""Rounds of waiting that are compared with declaring now."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What declaring promises.

    `chance` is that of all guesses being right (`exact` or estimated), `right` the expected number of right ones; `now`
    and `later` weigh declaring now and at the best later time against each other, in points, but are no forecast of them.
    """

    chance: float
    exact: bool
    right: float
    now: float
    later: float

    @property
    def good(self) -> bool:
        """Whether to declare now: at certainty always, for the pile does not grow by waiting."""
        return self.chance >= 1 or self.now >= self.later


def contested(
    view: EntracteView, rng: random.Random, *, names: Sequence[str] = NAMES
) -> list[Advice[EntracteMove]]:
    """The legal moves of a competitive view, best first, each with its figures. Takes milliseconds."""
    told = evidence_of(view)
    draw = random.Random(rng.getrandbits(32))
    if thinks(view):
        cards = view.setup.parts.cards
        moves = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]
        found = token_advice(
            view.setup, view.seat, cards[view.row[-1]], moves, worlds_of(told, draw), names
        )
        return guarded(found, told, cards[view.row[-1]], dict(moves))
    if view.moves[0].kind is Kind.GUESS:
        return settled(view, rng)
    return _claims(view, prospect(told, draw, len(view.row)))


def guarded(
    found: Sequence[Advice[EntracteMove]],
    told: Evidence,
    last: Card,
    cards: Mapping[EntracteMove, Card],
) -> list[Advice[EntracteMove]]:
    """Advice by bits about others, weighed anew with what each of the `cards` tells others about the own codes."""
    seat, parts = told.me, told.setup.parts
    own, weight = told.codes[seat - 1], told.setup.players - 1
    public = pairs_of(told.seen_by(0))[seat - 1]
    weighed = []
    for item in found:
        if item.move.kind is not Kind.PLAY:
            weighed.append(item)
            continue
        card = cards[item.move]
        matched = parts.matched(last, card)
        token = bool(own & matched)
        left = sum(bool(pair & matched) == token for pair in public)
        leak = math.log2(len(public) / left) if left else 0.0
        reason = f"{item.reason}, which tells {leak:.2f} bits about my codes"
        details = {**item.details, "leak": leak}
        weighed.append(replace(item, value=item.value - weight * leak, reason=reason, details=details))
    return sorted(weighed, key=lambda item: -item.value)


def prospect(told: Evidence, rng: random.Random, row: int) -> Prospect:
    """What declaring promises the seat of competitive evidence, with `row` cards lying."""
    setup, me, seats = told.setup, told.me, told.setup.players
    pairs = [options for seat, options in enumerate(pairs_of(told), 1) if seat != me]
    worlds = worlds_of(told, rng)
    count, exact = _choices(pairs, rng)
    right = 0.0
    for seat in range(1, seats + 1):
        if seat != me:
            codes = Counter(code for world in worlds for code in _codes(world[seat - 1]))
            right += sum(n for _, n in codes.most_common(setup.per_seat)) / len(worlds)
    chance = 1 / max(1.0, count)
    right = max(right, chance * setup.per_seat * (seats - 1))
    open_bits, plays = math.log2(max(1.0, count)), setup.limit - row
    at_first = sum(math.log2(math.comb(len(setup.parts.codes) - 2 * k, 2)) for k in range(1, seats))
    rounds = max(1.0, (row - 1) / seats)
    pace = max(0.5, (at_first - open_bits) / rounds)
    rivals = seats - 1 - sum(entry.kind == "declare" and entry.seat != me for entry in told.entries)
    # By the notes what is known at the declaration counts, by the table what is known at the end, whenever that is.
    notes = setup.option("declared_guesses") == "notes"
    end = plays / seats
    points = [
        _points(chance, right, open_bits, pace * (k if notes else end), seats) for k in range(AHEAD + 1)
    ]
    piles = [_pile(told, plays - k * (rivals + 1), rivals) for k in range(AHEAD + 1)]
    worth = [r + p * pile for (p, r), pile in zip(points, piles, strict=True)]
    return Prospect(chance, exact, right, worth[0], max(worth[1:]))


def _points(chance: float, right: float, open_bits: float, known: float, seats: int) -> tuple[float, float]:
    """The chance that all is right, and the guesses right, after so many more bits have been `known`."""
    if open_bits <= 0:
        return chance, right
    kept = max(0.0, 1 - known / open_bits)
    full = 2.0 * (seats - 1)
    return chance**kept, full - (full - right) * kept


def _pile(told: Evidence, plays: int, rivals: int) -> float:
    """The cards that a seat declaring now takes before the game ends, with so many plays to come."""
    if rivals <= 0 or plays <= 0:
        return 0.0
    return float(plays) if told.setup.option("pile_turns") == "every" else plays / rivals


def _choices(pairs: Sequence[Sequence[int]], rng: random.Random) -> tuple[float, bool]:
    """How many choices of disjoint pairs there are, and whether that is exact."""
    product = math.prod(map(len, pairs))
    if product <= COUNTED:
        return float(_count(sorted(pairs, key=len), 0)), True
    tries = 400
    fits = 0
    for _ in range(tries):
        union = 0
        for options in pairs:
            pair = options[int(rng.random() * len(options))]
            if union & pair:
                break
            union |= pair
        else:
            fits += 1
    return product * max(1, fits) / tries, False


def _count(pairs: Sequence[Sequence[int]], union: int) -> int:
    if not pairs:
        return 1
    return sum(_count(pairs[1:], union | pair) for pair in pairs[0] if not pair & union)


def _codes(mask: int) -> list[int]:
    return [code for code in range(mask.bit_length()) if mask >> code & 1]


def _claims(view: EntracteView, told: Prospect) -> list[Advice[EntracteMove]]:
    """Declaring or not; values compare the two."""
    found = [declaring(told, move) if move == DECLARE else _silent(told, move) for move in view.moves]
    return sorted(found, key=lambda item: (-item.value, (item.move == DECLARE) != told.good))


def declaring(told: Prospect, move: EntracteMove) -> Advice[EntracteMove]:
    """Advice on declaring."""
    reason = (
        f"the best guesses are all right with chance {told.chance:.0%}; {told.right:.1f} of them expected"
    )
    details = {"chance": told.chance, "right": told.right, "later": told.later}
    value = max(told.now, told.later) if told.good else told.now
    return Advice(
        move,
        value,
        reason,
        kind="exact" if told.exact and told.chance == 1 else "heuristic",
        details=details,
    )


def _silent(told: Prospect, move: EntracteMove) -> Advice[EntracteMove]:
    reason = (
        f"declaring later weighs {told.later:.2f}, now {told.now:.2f} (they compare; no forecast of points)"
    )
    return Advice(move, told.later, reason, kind="heuristic", details={"later": told.later})
