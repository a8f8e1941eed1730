"""What moves put to the test: the fact that is told first after a move, and its chance by what is known.

A question, a shot, an accusation: whoever makes such a move is told whether something is so. Declared games say which
fact that is (`deduce.rulebook.state.State.claim`), and it is the same in every world that the seat thinks possible: so
it is looked up in one, and its chance comes from knowledge, of all moves at once in many worlds, without playing a move
in each. What hangs on few sampled worlds elsewhere, such as whether an accusation is right, is known here.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from operator import and_, or_
from typing import Any, Final

from deduce.games.base import Game, kind_of
from deduce.ground.errors import DeduceError
from deduce.language.facts import Fact

DRAWN: Final = 128
"""Worlds in which claims are judged."""

MOST: Final = 2000
"""Of a longer list so many moves are looked up at most, drawn by chance."""

ASKED, LIKELY = 24, 8
"""Of each kind of move so many that tell most are worth a look, and so many whose claims are likeliest to be true."""


def variance(values: Sequence[float]) -> float:
    """Of a sample of at least two values."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def stratified(
    values: Sequence[float], claims: Sequence[bool | None], chance: float | None, unmet: float
) -> float:
    """The mean of `values`; with a chance those with a true claim and those with a false one count by it.

    Where no value belongs to one of the two it is `unmet`.
    """
    if chance is None or None in claims or len(claims) != len(values):
        return math.fsum(values) / max(1, len(values))
    found = 0.0
    for so, weight in ((True, chance), (False, 1 - chance)):
        some = [value for value, claim in zip(values, claims, strict=True) if claim == so]
        found += weight * (math.fsum(some) / len(some) if some else unmet)
    return found


Memory = dict[int, dict[Any, Fact]]
"""By seat what moves put to the test when they were last looked up: to guess by, not to rely on."""


def claim_of(state: Any) -> tuple[Fact, bool] | None:
    """The fact that was told first after the last decision, to the seat that made it, and whether it is so.

    Declared games tell it, others may; None where nothing was told.
    """
    return getattr(state, "claim", None)


def by_turns(moves: Sequence[Any]) -> list[Any]:
    """The moves with their kinds (the first words of their texts) in turn, the rare ones first."""
    rows = sorted(_kinds(moves).values(), key=len)
    return [move for turn in zip_longest(*rows) for move in turn if move is not None]


def _kinds(moves: Sequence[Any]) -> dict[str, list[Any]]:
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        kinds.setdefault(kind_of(move), []).append(move)
    return kinds


@dataclass(slots=True)
class Claims:
    """The claims of the moves of a view.

    Attributes:
        known: What the seat of the view knows; None where no move claims anything.
        facts: By move what it puts to the test.
        shares: By move in which share of the drawn worlds that is so.
        now: Moves whose claims are true in the world they were looked up in.
        none: Moves that were looked up and claim nothing.
        world: The world they were looked up in.
        telling: How many moves of each kind claim something.
    """

    known: Any = None
    facts: dict[Any, Fact] = field(default_factory=dict)
    shares: dict[Any, float] = field(default_factory=dict)
    now: set[Any] = field(default_factory=set)
    none: set[Any] = field(default_factory=set)
    world: Any = None
    telling: Counter[str] = field(default_factory=Counter)

    def look_up(self, move: Any) -> None:
        """Make a move to see what it puts to the test."""
        claim = claim_of(self.world.play(move))
        if claim is None:
            self.none.add(move)
            return
        self.facts[move] = claim[0]
        self.telling[kind_of(move)] += 1
        if claim[1]:
            self.now.add(move)

    def bits(self, move: Any) -> float:
        """What the answer tells, in bits (Renyi's, of order two); 0 where nothing is told."""
        share = self.shares.get(move, 0.0)
        return -math.log2(share * share + (1 - share) * (1 - share))

    def chance(self, move: Any, share: float | None) -> float | None:
        """The exact chance that the claim of a move is true; `share` where that is not to be had."""
        try:
            return float(self.known.probability(self.facts[move]))
        except DeduceError:
            return share

    def promising(self) -> list[Any]:
        """Of each kind of move, in turn: those whose claims are true, against all odds or likely, and that tell most."""
        rows: list[list[Any]] = []
        for some in _kinds(list(self.facts)).values():
            told = sorted(some, key=lambda move: (-self.bits(move), -self.shares[move]))
            rows.append(sorted(some, key=lambda move: (move not in self.now, self.shares[move]))[:LIKELY])
            rows.append(told[:ASKED])
            rows.append(sorted(some, key=lambda move: -self.shares[move])[:LIKELY])
        return list(dict.fromkeys(move for turn in zip_longest(*rows) for move in turn if move is not None))

    def silent(self, move: Any) -> bool:
        """Whether a move claims nothing, as far as is known: it was looked up, or few others of its kind were."""
        return move in self.none or (move not in self.facts and self.telling[kind_of(move)] < ASKED)


def claims(
    game: Game[Any, Any, Any],
    view: Any,
    moves: Sequence[Any],
    rng: random.Random,
    seconds: float = math.inf,
    memory: Memory | None = None,
) -> Claims:
    """What `moves` put to the test; of as many as there is time for in so many seconds, of each kind in turn.

    That time begins when worlds have been drawn: what is known is worked out before. `memory` is what moves put to the
    test before: where time is short those that look promising by it come first.
    Takes a play a move and `DRAWN` worlds of knowledge; next to nothing where no kind of move claims anything.
    """
    world = game.resample(view, random.Random(rng.getrandbits(64)))
    seed, found = rng.getrandbits(32), Claims(world=world)
    if len(moves) > MOST:
        moves = [moves[place] for place in sorted(rng.sample(range(len(moves)), MOST))]
    order = by_turns(moves)
    kinds = len(_kinds(moves))
    for move in order[:kinds]:
        found.look_up(move)
    if not found.facts:
        return found
    try:
        found.known = game.knowledge(view)
        judge = _Judge(found.known.sample(DRAWN, seed))
        stop = time.monotonic() + seconds
        met = memory.setdefault(view.seat, {}) if memory is not None and math.isfinite(seconds) else {}
        for move in _remembered(met, moves, judge) + order[kinds:]:
            if time.monotonic() > stop:
                break
            if move not in found.facts and move not in found.none:
                found.look_up(move)
        found.shares = {move: judge.share(fact) for move, fact in found.facts.items()}
    except (DeduceError, KeyError):
        return Claims(world=world)
    met.update(found.facts)
    return found


def _remembered(met: dict[Any, Fact], moves: Sequence[Any], judge: _Judge) -> list[Any]:
    """The moves that look promising by what they put to the test before, then those that were never looked up."""
    try:
        shares = {move: judge.share(met[move]) for move in moves if move in met}
    except KeyError:  # it was about other variables: another game
        met.clear()
        return []
    if not shares:
        return []
    known = Claims(facts={move: met[move] for move in shares}, shares=shares)
    return known.promising() + by_turns([move for move in moves if move not in met])


class _Judge:
    """Worlds in which facts are judged, parts of facts once."""

    def __init__(self, drawn: Sequence[Mapping[Any, Any]]) -> None:
        self.drawn = drawn
        self.judged: dict[Hashable, tuple[int, Fact]] = {}  # with the fact itself: no other gets its id

    def share(self, fact: Fact) -> float:
        """In which share of the worlds a fact is true."""
        return self._held(fact).bit_count() / len(self.drawn)

    def _held(self, fact: Fact) -> int:
        """In which of the worlds a fact is true, as a bit set."""
        every, some = fact.all_of() or (), fact.any_of() or ()
        if len(every) > 1:
            return reduce(and_, map(self._held, every))
        if len(some) > 1:
            return reduce(or_, map(self._held, some))
        key = fact.key() if fact.single() is not None else id(fact)
        if key not in self.judged:
            held = sum(1 << at for at, world in enumerate(self.drawn) if fact.true_in(world))
            self.judged[key] = held, fact
        return self.judged[key][0]
