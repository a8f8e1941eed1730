"""Search over information sets in which every seat decides by what it sees, with all moves at the root in one world.

Multiple-observer information-set Monte Carlo tree search (P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012): a node is the view of
the seat that moves there, so others choose by their own cards. At the root every candidate is played in each drawn
world, which pairs their values as `Sampling` does, and the worse half is left out as evidence comes in (sequential
halving: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from deduce.games.base import CHANCE, Game, chance_from
from deduce.players.claims import claim_of, stratified, variance
from deduce.players.habits import Habits, Path, latest

EXPLORATION: Final = 0.7
"""Weight of the confidence bound, as in the paper's experiments."""

DEEP: Final = 16
"""A move is followed into the tree when it was tried so often: with fewer worlds a tree is but a costly play-out."""

WIDTH: Final = 1.0
"""An information set has at most as many branches as the root of this times its visits, and one more."""

SURE, SHARE = 12, 0.25
"""So many moves are tried while there is time; where the first world takes more than this share of it, no others."""

PRACTICE: Final = 8
"""What practice says of a move counts like so many worlds."""

HORIZON: Final = 400
"""A play-out goes on for so many moves at most; one that does not end counts as the mean of those that did."""


@dataclass(slots=True)
class Looked:
    """One move at the root: its values, a world each, and by how much practice expects it to be above the mean.

    `claims` says by world whether what the move put to the test was so, None where it tests nothing; `chance` is how
    likely that is, where it is known, and `low` the lowest score met anywhere.
    """

    move: Any
    values: list[float] = field(default_factory=list)
    expected: float = 0.0
    claims: list[bool | None] = field(default_factory=list)
    chance: float | None = None
    low: float = 0.0

    @property
    def mean(self) -> float:
        """The mean value, true and false claims by their chance; minus infinity before the first world."""
        return stratified(self.values, self.claims, self.chance, self.low) if self.values else -math.inf

    @property
    def total(self) -> float:
        """The mean times the number of worlds; 0 before the first."""
        return self.mean * len(self.values) if self.values else 0.0

    @property
    def error(self) -> float:
        """Its standard error; infinite with fewer than two worlds."""
        count = len(self.values)
        if count < 2:
            return math.inf
        return math.sqrt(variance(self.values) / count)


def expected(found: Sequence[Looked]) -> dict[int, float]:
    """By identity what each is worth: its mean, where practice counts for so many worlds as `PRACTICE`."""
    count = sum(len(each.values) for each in found)
    if not count:
        return {id(each): each.expected for each in found}
    common = math.fsum(each.total - len(each.values) * each.expected for each in found) / count
    return {
        id(each): (each.total + PRACTICE * (common + each.expected)) / (len(each.values) + PRACTICE)
        for each in found
    }


class _Branch:
    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.available, self.visits, self.total = 0, 0, 0.0


class _Tree:
    """The branches of each information set, by the view of the seat that moves, and the range of scores met."""

    def __init__(self, game: Game[Any, Any, Any], habits: Habits) -> None:
        self.game, self.habits = game, habits
        self.nodes: dict[Any, dict[Any, _Branch]] = {}
        self.low, self.high = math.inf, -math.inf

    def value(self, state: Any, seat: int, rng: random.Random, *, deep: bool) -> float | None:
        """The seat's score of one descent and play-out from `state`; None where it does not end."""
        path: list[tuple[int, _Branch]] = []
        made: Path = []
        grown = not deep
        while True:
            while state.actor is CHANCE:
                state = state.play(state.draw(rng))
            actor = state.actor
            if grown or actor is None:
                break
            legal = state.moves()
            if len(legal) == 1:
                state = state.play(legal[0])
                continue
            node = self.nodes.setdefault(state.view(actor), {})
            last = latest(state)
            move, branch, grown = self._select(actor, node, legal, last, rng)
            path.append((actor, branch))
            made.append((actor, move, last, legal, None))
            state = state.play(move)
        state, after = self.habits.play_on(state, rng, HORIZON)
        scores = state.scores
        if scores is None:
            return None
        self.habits.learn([*made, *after], scores)
        self.low, self.high = min(self.low, *scores), max(self.high, *scores)
        for actor, branch in path:
            branch.visits += 1
            branch.total += scores[actor - 1]
        return float(scores[seat - 1])

    def _select(
        self, actor: int, node: dict[Any, _Branch], legal: Sequence[Any], last: str, rng: random.Random
    ) -> tuple[Any, _Branch, bool]:
        """A move by its confidence bound, or an untried one; the last value says which (True: new)."""
        branches = [node.get(move) or node.setdefault(move, _Branch()) for move in legal]
        untried = [index for index, branch in enumerate(branches) if not branch.visits]
        for branch in branches:
            branch.available += 1
        tried = len(branches) - len(untried)
        if untried and tried * tried <= WIDTH * sum(branch.visits for branch in branches):
            move = self.habits.choose(actor, [legal[index] for index in untried], rng, last)
            index = next(index for index in untried if legal[index] == move)
            return legal[index], branches[index], True
        span = self.high - self.low or 1.0
        bounds = [
            (branch.total / branch.visits - self.low) / span
            + EXPLORATION * math.sqrt(math.log(branch.available) / branch.visits)
            if branch.visits
            else -math.inf
            for branch in branches
        ]
        index = bounds.index(max(bounds))
        return legal[index], branches[index], False


def look_ahead(
    game: Game[Any, Any, Any],
    view: Any,
    moves: Sequence[Any],
    rng: random.Random,
    *,
    descents: int = 400,
    stop: float = math.inf,
    favour: Sequence[float] | None = None,
    in_spreads: bool = False,
    practice: Habits | None = None,
    chances: Mapping[Any, float] | None = None,
) -> list[Looked]:
    """`moves` with their values in drawn worlds, for `descents` through the tree at most, until `stop`.

    `favour` is added to a move's mean when the worse half is left out, `in_spreads` in standard deviations of all values
    met. Every move is tried in at least one
    world, unless the time is too short for that: then the first of them. `practice` is what is known of moves before,
    `chances` how likely it is that what a move puts to the test is so.
    """
    tree = _Tree(game, Habits(practice))
    hopes = tree.habits.values(view.seat, moves, view.moves, latest(view))
    chances = chances or {}
    found = [
        Looked(move, expected=hope, chance=chances.get(move))
        for move, hope in zip(moves, hopes, strict=True)
    ]
    plus = dict(zip(map(id, found), favour, strict=True)) if favour is not None else {}
    if practice is not None:
        found.sort(key=lambda each: -each.expected)  # where time is short only the first of them are tried
    left = list(found)
    rounds = max(1, math.ceil(math.log2(len(found))))
    begun, spent, phase = time.monotonic(), 0, 0
    first = begun + SHARE * (stop - begun)
    while True:
        world = game.resample(view, random.Random(rng.getrandbits(64)))
        seed = rng.getrandbits(64)
        row: list[float | None] = []
        tests: list[bool | None] = []
        for each in left:
            if found[-1].values:
                if time.monotonic() > stop:
                    return found
            elif row and time.monotonic() > (first if len(row) >= SURE else stop):
                # Few moves in several worlds are better than many in one: luck would choose.
                found, left = left[: len(row)], left[: len(row)]
                break
            deep = len(each.values) >= DEEP
            after = world.play(each.move)
            claim = claim_of(after)
            row.append(tree.value(after, view.seat, chance_from(seed), deep=deep))
            tests.append(None if claim is None else claim[1])
        ended = [value for value in row if value is not None]
        mean = math.fsum(ended) / len(ended) if ended else 0.0
        for each, value, so in zip(left, row, tests, strict=True):
            each.values.append(mean if value is None else value)
            each.claims.append(so)
            each.low = tree.low
        spent += len(left)
        done = spent / descents
        if math.isfinite(stop):
            done = max(done, (time.monotonic() - begun) / max(stop - begun, 1e-9))
        if done >= 1:
            return found
        if done >= (phase + 1) / rounds and len(left) > 2:
            phase = int(done * rounds)
            met = [value for each in found for value in each.values]
            unit = (math.sqrt(variance(met)) if in_spreads else 0.0) or 1.0
            worth = {each: value + unit * plus.get(each, 0.0) for each, value in expected(left).items()}
            left.sort(key=lambda each: -worth[id(each)])
            left = left[: max(2, math.ceil(len(left) / 2))]
