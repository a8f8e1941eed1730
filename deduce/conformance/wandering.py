"""How the play-outs of `check_game` go: through all kinds of moves, and deep.

Uniformly drawn moves see little of many games: where one move in five proposes to end the game, hardly a play-out
reaches its fifth turn, and where a list has a hundred guesses and one pass nobody passes. So the kind of a move is
drawn first, and then a move of that kind. Each play-out leaves out some kinds, where others are legal; which ones,
and how many, is drawn anew for each, so some play-outs never end a game early and others always do. (A. Groce,
C. Zhang, E. Eide, Y. Chen, J. Regehr, "Swarm testing", ISSTA 2012: what is left out finds more than what is added.)
Every second play-out is the deepest of several. Of thin ones, of which there are many, every eighth is played deep for
little: it leaves out what the deepest of those just before left out, and where it ended it is played on in another way
from a position of its latter half, thrice, each time from the deepest so far.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, Final, NamedTuple

from deduce.games.base import CHANCE, Game, Player, kind_of
from deduce.games.history import History, random_history
from deduce.ground.errors import ProblemError

DEEPEST: Final = (2, 8)
"""Every second play-out is the deepest of eight."""

DEEPEST_THIN: Final = (8, 4)
"""Every eighth thin play-out is played deep, with three ways to go on from where it went back to."""

LOOKED_AT: Final = 256
"""Of a longer list of moves so many are drawn, and their kinds taken; in thin play-outs a quarter of it."""


class Misplayed(ProblemError):
    """The policy of the play-outs fails or plays what is not legal: its fault, not the game's."""


class Wandered(NamedTuple):
    """A play-out, how many decisions of seats it has, and whose taste it was."""

    history: History
    depth: int
    taste: _Taste | _Following


def wander(
    game: Game[Any, Any, Any],
    players: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    policy: Player | None = None,
    max_moves: int = 10_000,
    thin: bool = False,
    before: Sequence[tuple[int, Any]] = (),
) -> Wandered:
    """A play-out to the end, the same for the same seed and the same play-outs `before` it.

    With `policy` that player decides for every seat, from its view; `thin` ones cost about a third, and those played
    deep begin with the taste of the deepest of those `before` (depths and tastes).

    Raises what `random_history` raises, and `Misplayed` where the policy fails or chooses an illegal move.
    """
    how: dict[str, Any] = {"options": options, "max_moves": max_moves}
    if policy is not None:
        following = _Following(policy)
        history = random_history(game, players, seed, choose=following, **how)
        return Wandered(history, following.decisions, following)
    every, tries = DEEPEST_THIN if thin else DEEPEST
    looked = LOOKED_AT // 4 if thin else LOOKED_AT
    deep = seed % every == every - 1
    like = max(before, key=itemgetter(0))[1] if thin and deep and before else None
    best: Wandered | None = None
    for number in range(tries if deep else 1):
        rng = random.Random(f"taste {number} of {seed}")
        taste = _Taste(rng, looked, like if best is None else None)
        begun, depth = _gone_back(best.history, rng) if thin and best is not None else (None, 0)
        history = random_history(game, players, seed, choose=taste, begun=begun, **how)
        depth += taste.decisions
        if best is None or depth > best.depth:
            best = Wandered(history, depth, taste)
    if best is None:  # pragma: no cover - at least one play-out is made
        raise ProblemError("no play-out was made")
    return best


def _gone_back(history: History, rng: random.Random) -> tuple[History, int]:
    """A history up to a decision of its latter half, and how many there are before; whole where nobody decides."""
    decisions = [at for at, state in enumerate(history.states()) if state.actor not in (CHANCE, None)]
    if not decisions:
        return history, 0
    number = rng.randrange(len(decisions) // 2, len(decisions))
    return history.to(decisions[number]), number


class _Taste:
    """Draws the kind of a move first; kinds are left out with a chance that is one for the whole play-out.

    Those that another one, `like`, left out or did not are treated alike.
    """

    def __init__(self, rng: random.Random, looked: int, like: Any) -> None:
        self.rng, self.looked, self.decisions = rng, looked, 0
        self.share: float = rng.random() if like is None else like.share
        self.left_out: dict[str, bool] = {} if like is None else dict(like.left_out)
        self.known: dict[Any, str] = {}

    def __call__(self, state: Any, moves: Sequence[Any], rng: random.Random) -> Any:
        self.decisions += 1
        if getattr(moves, "kind", ""):  # a list of thousands may say that they are of one kind
            return moves[int(self.rng.random() * len(moves))]
        if len(moves) > self.looked:
            moves = [moves[place] for place in self.rng.sample(range(len(moves)), self.looked)]
        kinds: dict[str, list[Any]] = {}
        known = self.known
        for move in moves:
            kind = known.get(move)
            if kind is None:
                kind = known[move] = kind_of(move)
            if kind in kinds:
                kinds[kind].append(move)
            else:
                kinds[kind] = [move]
        for kind in kinds:
            if kind not in self.left_out:
                self.left_out[kind] = self.rng.random() < self.share
        wanted = [kind for kind in kinds if not self.left_out[kind]] or list(kinds)
        able = kinds[wanted[int(self.rng.random() * len(wanted))]]
        return able[int(self.rng.random() * len(able))]


class _Following:
    """Plays what a player chooses from the view of the seat to move."""

    def __init__(self, policy: Player) -> None:
        self.policy, self.decisions = policy, 0

    def __call__(self, state: Any, moves: Sequence[Any], rng: random.Random) -> Any:
        self.decisions += 1
        name = getattr(self.policy, "name", self.policy)
        try:
            move = self.policy.choose(state.view(state.actor), rng)
        except Exception as error:
            raise Misplayed(
                f"the policy {name} fails after decision {self.decisions}: {type(error).__name__}: {error}"
            ) from error
        if move not in moves:
            raise Misplayed(f"the policy {name} plays {str(move)!r}, which is not legal")
        return move


def looked_at(rng: random.Random, moves: Sequence[Any]) -> int:
    """The position of a thin play-out that is looked at: before or after a move of a kind drawn first."""
    kinds: dict[str, list[int]] = {}
    for number, move in enumerate(moves):
        kinds.setdefault(kind_of(move), []).append(number)
    return rng.choice(kinds[rng.choice(list(kinds))]) + rng.randrange(2) if kinds else 0


@contextmanager
def circles_wait() -> Iterator[None]:
    """The collector looks for no circles: nearly all that a play-out makes lives as long as it, and goes with it."""
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looks:
            gc.enable()
