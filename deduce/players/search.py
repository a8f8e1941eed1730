"""Information-set tree search for games in general."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from deduce.games.base import CHANCE, Advice, Game, Player
from deduce.games.given import game_of, player_of, rng_of, seconds_of, seen_of, whole_of
from deduce.ground.errors import ProblemError
from deduce.ground.wording import say
from deduce.language.variables import is_number
from deduce.players.rollout import rollout


@dataclass(slots=True)
class Branch:
    """One move in one information set: how often it was legal there, was tried, and what came of it."""

    available: int = 0
    visits: int = 0
    total: float = 0.0


@dataclass(slots=True)
class _Tree:
    """The branches of each information set, by the searching seat's view; and the range of scores."""

    nodes: dict[Any, dict[Any, Branch]] = field(default_factory=dict)
    low: float = math.inf
    high: float = -math.inf

    def scaled(self, mean: float) -> float:
        return (mean - self.low) / (self.high - self.low) if self.high > self.low else 0.5


class InformationSetSearch:
    """Single-observer information-set Monte Carlo tree search with partially observable moves.

    Source: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
    Transactions on Computational Intelligence and AI in Games 4(2), 2012. Every iteration draws one
    world for the view, and descends through moves legal in it; the statistics are shared by all
    worlds that the searching seat cannot tell apart. Nodes are that seat's views, so hidden moves of
    others and chance need no special case: what the seat cannot see does not split the tree. A move's
    bound counts how often it was available (the paper's remedy for moves legal in few worlds), and
    scores are scaled by the range met so far. Each seat is taken to maximise its own score.

    Args:
        game: The game, or its name; it must offer `Game.resample`.
        iterations: Worlds to draw (with a time limit: at most so many).
        time_limit: Seconds for one decision; None for no limit. Moves then depend on the clock.
        exploration: Weight of the confidence bound; the paper's experiments use 0.7.
        base: Plays on from the tree's edge, from views; None for uniformly random moves.
        name: As printed in tables.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any] | str,
        *,
        iterations: int = 500,
        time_limit: float | None = None,
        exploration: float = 0.7,
        base: Player | None = None,
        name: str = "search",
    ) -> None:
        self.game, self.base = game_of(game), None if base is None else player_of(base)
        self.iterations = whole_of("InformationSetSearch: iterations", iterations, 1)
        self.time_limit = seconds_of("InformationSetSearch: time_limit", time_limit)
        if not is_number(exploration) or not exploration >= 0:
            raise ProblemError(f"InformationSetSearch: exploration must be at least 0, not {exploration!r}")
        self.exploration, self.name = exploration, name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The move tried most often; the better mean, then the first, of equals."""
        if len(seen_of(view).moves) == 1:
            return view.moves[0]
        return self.search(view, rng)[0][0]

    def search(self, view: Any, rng: random.Random) -> tuple[tuple[Any, Branch], ...]:
        """The moves tried with their statistics, the most visited first.

        Raises `ProblemError` when the seat of `view` has no move.
        """
        rng_of(rng)
        if not seen_of(view).moves:
            raise ProblemError(f"seat {view.seat} has no move to search: it is not to move")
        tree = _Tree()
        stop = math.inf if self.time_limit is None else time.monotonic() + self.time_limit
        for _ in range(self.iterations):
            self._iterate(tree, view, rng)
            if time.monotonic() > stop:
                break
        tried = [item for item in tree.nodes[view].items() if item[1].visits]
        return tuple(sorted(tried, key=lambda item: (-item[1].visits, -item[1].total / item[1].visits)))

    def advise(self, view: Any, rng: random.Random) -> tuple[Advice[Any], ...]:
        """The moves tried, ranked by their mean score, as advice for `Game.advise`.

        A tree's means are not of independent samples, so no error is known: the kind is ``"heuristic"``.
        """
        found = [
            Advice(
                move,
                branch.total / branch.visits,
                say(
                    "worth a score of {value} on average in {number:visit}",
                    value=f"{branch.total / branch.visits:.3g}",
                    number=branch.visits,
                ),
                kind="heuristic",
                details={"visits": branch.visits},
            )
            for move, branch in self.search(view, rng)
        ]
        return tuple(sorted(found, key=lambda each: -each.value))

    def _iterate(self, tree: _Tree, view: Any, rng: random.Random) -> None:
        """One world: descend, add one branch, play out, and credit every branch on the way."""
        state = self.game.resample(view, random.Random(rng.getrandbits(64)))
        path: list[tuple[int, Branch]] = []
        seen, grown = view, False
        while not grown and state.actor is not None:
            actor = state.actor
            node = tree.nodes.setdefault(seen, {})
            move, branch, grown = self._select(tree, node, state.moves(), rng)
            path.append((actor, branch))
            state = state.play(move)
            while state.actor is CHANCE:
                state = state.play(state.draw(rng))
            if not grown:
                seen = state.view(view.seat)
        scores = rollout(state, rng, policy=self.base).scores
        tree.low, tree.high = min(tree.low, *scores), max(tree.high, *scores)
        for actor, branch in path:
            branch.visits += 1
            branch.total += scores[actor - 1]

    def _select(
        self, tree: _Tree, node: dict[Any, Branch], legal: Sequence[Any], rng: random.Random
    ) -> tuple[Any, Branch, bool]:
        """A move by its confidence bound, or an untried one; the last value says which (True: new)."""
        branches = [node.setdefault(move, Branch()) for move in legal]
        untried: list[int] = []
        best, best_bound = 0, -math.inf
        for index, branch in enumerate(branches):
            branch.available += 1
            if not branch.visits:
                untried.append(index)
            elif not untried:
                spread = math.sqrt(math.log(branch.available) / branch.visits)
                bound = tree.scaled(branch.total / branch.visits) + self.exploration * spread
                if bound > best_bound:
                    best, best_bound = index, bound
        if untried:
            best = untried[int(rng.random() * len(untried))]
        return legal[best], branches[best], bool(untried)

    def __repr__(self) -> str:
        return f"InformationSetSearch({self.game.name!r}, iterations={self.iterations}, name={self.name!r})"
