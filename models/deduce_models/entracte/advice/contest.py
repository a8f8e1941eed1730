"""The competitive game: cards by what they tell me and what my own token tells others, and when to declare.

Hard evidence leaves each seat a list of pairs of codes, all choices of disjoint pairs being alike. So the best guesses
are all right with the chance one in so many choices, which is counted, or estimated where the choices are too many.

**A card** tells all seats the same of third parties, and others my own token. With n seats I gain on the mean rival one
part in n - 1 of what it tells of others, and lose what it tells of me to those who still listen: so that is weighed
against the first with the number of rivals who have not declared. A hand is exchanged when a new one promises more.

**Declaring** ends the notes and begins the pile. Its chance of winning is compared with that of waiting (`race`).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.games.base import Advice
from deduce.ground.wording import figure, in_percent, run, say
from deduce_models.entracte.advice.evaluation import best_of_three
from deduce_models.entracte.advice.informed import settled, thinks, token_advice, worlds_of
from deduce_models.entracte.advice.race import Race
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.evidence import NAMES, Evidence, evidence_of
from deduce_models.entracte.knowledge.sampling import pairs_of
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

COUNTED = 20_000
"""So many choices of pairs are gone through one by one."""

AHEAD = 6
"""Own turns of waiting that are compared with declaring now."""

MARGIN = 0.3
"""A hand is exchanged when a new one promises a card better by so many bits."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What declaring promises.

    `chance` is that of all guesses being right (`exact` or estimated), `right` the expected number of right ones; `now`
    and `later` are the chances of winning by declaring now and by waiting, in the model of `race`.
    """

    chance: float
    exact: bool
    right: float
    now: float
    later: float

    @property
    def good(self) -> bool:
        """Whether to declare now: at certainty always, for the pile does not grow by waiting."""
        return self.chance >= 1 or self.now > self.later


def contested(
    view: EntracteView, rng: random.Random, *, names: Sequence[str] = NAMES
) -> list[Advice[EntracteMove]]:
    """The legal moves of a competitive view, best first, each with its figures. Takes milliseconds."""
    told = evidence_of(view)
    draw = random.Random(rng.getrandbits(32))
    if thinks(view):
        cards = view.setup.parts.cards
        moves = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]
        return by_cards(told, cards[view.row[-1]], moves, draw, names)
    if view.moves[0].kind is Kind.GUESS:
        return settled(view, rng)
    return _claims(view, prospect(told, draw, len(view.row)))


def by_cards(
    told: Evidence,
    last: Card,
    moves: Sequence[tuple[EntracteMove, Card]],
    rng: random.Random,
    names: Sequence[str],
) -> list[Advice[EntracteMove]]:
    """A competitive turn, best first: cards by both kinds of bits, the exchange by the best of three unseen cards.

    `moves` pairs each move with its card (empty for other moves).
    """
    setup, cards, worlds = told.setup, dict(moves), worlds_of(told, rng)
    found = guarded(token_advice(setup, told.me, last, moves, worlds, names), told, last, cards)
    if EXCHANGE not in cards:
        return found
    known = {*told.now.row, *cards.values()}
    unseen = [
        (setup.plays[number], card) for number, card in enumerate(setup.parts.cards) if card not in known
    ]
    drawn = guarded(token_advice(setup, told.me, last, unseen, worlds, names), told, last, dict(unseen))
    best = max((item.value for item in found if item.move.kind is Kind.PLAY), default=0.0)
    promised = best_of_three([item.value for item in drawn])
    reason = say(
        "a new hand promises {new}, the best card is worth {best}; exchanged for {margin} more",
        new=figure(promised, 2),
        best=figure(best, 2),
        margin=MARGIN,
    )
    valued = [
        replace(item, value=promised - MARGIN, reason=reason) if item.move == EXCHANGE else item
        for item in found
    ]
    return sorted(valued, key=lambda item: -item.value)


def guarded(
    found: Sequence[Advice[EntracteMove]],
    told: Evidence,
    last: Card,
    cards: Mapping[EntracteMove, Card],
) -> list[Advice[EntracteMove]]:
    """Advice by bits about others, weighed anew with what each of the `cards` tells others about the own codes."""
    seat, parts = told.me, told.setup.parts
    own = told.codes[seat - 1]
    declared = {entry.seat for entry in told.entries if entry.kind == "declare"}
    weight = told.setup.players - 1 - len(declared - {seat})
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
        reason = run(item.reason, say(", which tells {bits} bits about my codes", bits=figure(leak, 2)))
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
            codes = Counter(code for world in worlds for code in bits(world[seat - 1]))
            right += sum(n for _, n in codes.most_common(setup.per_seat)) / len(worlds)
    chance = 1 / max(1.0, count)
    right = max(right, chance * setup.per_seat * (seats - 1))
    public = [len(options) for options in pairs_of(told.seen_by(0))]
    race = _race(told, row, _spread(pairs, count, me), public, chance)
    # Until just before an own turn waiting costs nothing.
    waiting = [race.winning(turns) for turns in (*range(race.due == me, AHEAD), None)]
    return Prospect(chance, exact, right, race.winning(0, now=True), max(waiting))


def _spread(pairs: Sequence[Sequence[int]], count: float, me: int) -> list[float]:
    """How many pairs each seat may hold (1 for `me`), as if apart: their product is the `count` of all choices."""
    sizes = [float(len(options)) for options in pairs]
    total = sum(map(math.log, sizes))
    power = math.log(max(1.0, count)) / total if total else 0.0
    found = [size**power for size in sizes]
    return [*found[: me - 1], 1.0, *found[me - 1 :]]


def _race(told: Evidence, row: int, mine: Sequence[float], public: Sequence[int], chance: float) -> Race:
    """The race as it stands: who has declared, and the cards taken for it, told by whose turns were passed over."""
    seats, declared = told.setup.players, set[int]()
    piles: dict[int, int] = {}
    turn = last = int(str(told.setup.option("first")))
    for entry in told.entries:
        if entry.turn:
            while turn != entry.seat:
                piles[turn] = piles.get(turn, 0) + (turn in declared)
                turn = turn % seats + 1
            last, turn = entry.seat, entry.seat % seats + 1
        elif entry.kind == "declare":
            declared.add(entry.seat)
    return Race(
        told,
        row,
        last=last,
        due=told.now.due,
        declared=frozenset(declared),
        piles=piles,
        mine=mine,
        public=public,
        chance=chance,
    )


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


def _claims(view: EntracteView, told: Prospect) -> list[Advice[EntracteMove]]:
    """Declaring or not; values compare the two."""
    found = [declaring(told, move) if move == DECLARE else _silent(told, move) for move in view.moves]
    return sorted(found, key=lambda item: (-item.value, (item.move == DECLARE) != told.good))


def declaring(told: Prospect, move: EntracteMove) -> Advice[EntracteMove]:
    """Advice on declaring."""
    reason = say(
        "the best guesses are all right with chance {chance}; {right} of them expected; wins {now}, waiting {later} "
        "(a model of the race)",
        chance=in_percent(told.chance),
        right=f"{told.right:.1f}",
        now=in_percent(told.now),
        later=in_percent(told.later),
    )
    details = {"chance": told.chance, "right": told.right, "later": told.later}
    value = max(told.now, told.later) if told.good else min(told.now, told.later)
    return Advice(
        move,
        value,
        reason,
        kind="exact" if told.exact and told.chance == 1 else "heuristic",
        details=details,
        unit="win",
    )


def _silent(told: Prospect, move: EntracteMove) -> Advice[EntracteMove]:
    reason = say(
        "waiting wins {later}, declaring now {now} (a model of the race)",
        later=in_percent(told.later),
        now=in_percent(told.now),
    )
    return Advice(move, told.later, reason, kind="heuristic", details={"later": told.later}, unit="win")
