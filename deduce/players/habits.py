"""Play-outs that learn from play-outs: of a few moves drawn by chance, the one that has done best so far.

In most games a blunder is a blunder almost whenever it is made, and so is a good move: the mean score of all play-outs
in which a seat made a move tells something, whatever the position was (H. Finnsson, Y. Bjoernsson, "Simulation-based
approach to general game playing", AAAI 2008). It tells more beside the move that was made just before (M. Tak, M.
Winands, Y. Bjoernsson, "N-grams and the last-good-reply policy applied in general game playing", 2012), and beside what
else could have been done, which often is what the seat holds. Taking the best of two or three drawn by chance keeps
play-outs varied, and costs the same in a list of five hundred moves as in one of five.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Hashable, Sequence
from typing import Any, Final

from deduce.games.base import CHANCE, Game, chance_from, kind_of
from deduce.players.claims import claim_of, variance

DRAWN: Final = 3
"""Among so many moves drawn by chance the best is made."""

PRIOR: Final = 2.0
"""A move counts as made so often before, with the value that less is known about it by."""

DOUBT: Final = 16.0
"""The same where what is known is not tried at once in a play-out, but taken for true."""

SHORT: Final = 12
"""Of a longer list of moves it is not kept what was done from just that list."""

Path = list[tuple[int, Any, str, Sequence[Any], bool | None]]
"""Decisions on the way: seat, move, the last decision that the seat saw (see `latest`), all its moves, the answer.

That is whether what the move put to the test was so (see `deduce.players.claims`); None where it tests nothing.
"""


def latest(at: Any) -> str:
    """The last decision, of a seat or of chance, that the seat of a view or the mover of a state saw; empty if not known.

    Declared games tell it (`deduce.rulebook.views.View.latest`), others may.
    """
    return getattr(at, "latest", "")


class Habits:
    """What moves scored in the play-outs made so far, beyond what their seats scored in like places.

    Args:
        before: What was learnt before, elsewhere: where this one starts.
    """

    def __init__(self, before: Habits | None = None) -> None:
        self.before = before
        self._rows: dict[Hashable, dict[Any, list[float]]] = {}
        self._answers: dict[tuple[int, str], dict[bool, list[float]]] = {}

    def choose(self, seat: int, moves: Sequence[Any], rng: random.Random, last: str = "") -> Any:
        """The best of `DRAWN` of the moves; one by chance before anything is known."""
        count = len(moves)
        best = moves[int(rng.random() * count)]
        if count == 1 or not (self._rows or self.before):
            return best
        keys = _keys(seat, last, moves)
        found = self._value(best, keys)
        for _ in range(DRAWN - 1):
            move = moves[int(rng.random() * count)]
            value = self._value(move, keys)
            if value > found:
                best, found = move, value
        return best

    def values(self, seat: int, moves: Sequence[Any], among: Sequence[Any], last: str = "") -> list[float]:
        """What each of these moves brings beyond the mean of what may be done, in scores; `among` all moves."""
        keys = _keys(seat, last, among)
        return [self._value(move, keys, DOUBT) for move in moves]

    def answered(self, seat: int, move: Any, share: float) -> float:
        """What the answer to a move of this kind brings, in scores, where it is yes with the chance `share`.

        That a shot hits, or that a cell holds a mine, is good or bad almost wherever it happens. What chance explains of
        the difference is left out (the positive part of W. James, C. Stein, "Estimation with quadratic loss", 1961).
        """
        row = self._answers.get((seat, kind_of(move)), {True: [], False: []})
        if min(map(len, row.values())) < 2:
            return 0.0
        apart = math.fsum(row[True]) / len(row[True]) - math.fsum(row[False]) / len(row[False])
        noise = sum(variance(some) / len(some) for some in row.values())
        return share * apart * max(0.0, 1 - noise / apart**2) if apart else 0.0

    def _value(self, move: Any, keys: tuple[Hashable, ...], prior: float = PRIOR) -> float:
        before = 0.0 if self.before is None else self.before._value(move, keys, prior)
        widest, *closer = keys
        found = self._mean(widest, move, before, prior)
        return found + sum(self._mean(key, move, found, prior) - found for key in closer)

    def _mean(self, key: Hashable, move: Any, expected: float, prior: float) -> float:
        """What the move scored there, beyond all moves; what is expected of it counts as `prior` times made."""
        row = self._rows.get(key)
        if row is None or (known := row.get(move)) is None:
            return expected
        played, total = row[None]
        return (known[1] - known[0] * total / played + prior * expected) / (known[0] + prior)

    def play_on(self, state: Any, rng: random.Random, horizon: int) -> tuple[Any, Path]:
        """The state at the end of a play-out (or after `horizon` moves), and who decided what on the way."""
        path: Path = []
        for _ in range(horizon):
            actor = state.actor
            if actor is CHANCE:
                state = state.play(state.draw(rng))
            elif actor is None:
                break
            else:
                moves = state.moves()
                if len(moves) == 1:
                    move = moves[0]
                else:
                    last = latest(state)
                    move = self.choose(actor, moves, rng, last)
                    after = state.play(move)
                    claim = claim_of(after)
                    path.append((actor, move, last, moves, None if claim is None else claim[1]))
                    state = after
                    continue
                state = state.play(move)
        return state, path

    def learn(self, path: Path, scores: Sequence[float]) -> None:
        """A play-out ended with these scores."""
        for seat, move, last, moves, so in path:
            score = scores[seat - 1]
            if so is not None:
                self._answers.setdefault((seat, kind_of(move)), {True: [], False: []})[so].append(score)
            for key in _keys(seat, last, moves):
                row = self._rows.setdefault(key, {None: [0, 0.0]})
                for each in (move, None):
                    known = row.setdefault(each, [0, 0.0])
                    known[0] += 1
                    known[1] += score


def _keys(seat: int, last: str, moves: Sequence[Any]) -> tuple[Hashable, ...]:
    """Under what a decision is kept: by its seat, then by what came before, and by what else could be done."""
    found: tuple[Hashable, ...] = (seat,)
    if last:
        found = (*found, (seat, last))
    return (*found, (seat, None, tuple(moves))) if len(moves) <= SHORT else found


def practised(
    game: Game[Any, Any, Any], seats: int, *, moves: int, time_limit: float, seed: int = 0
) -> Habits:
    """What `game` for so many seats teaches in about so many moves of play-outs, each better than those before."""
    habits, rng, made = Habits(), chance_from(seed), 0
    stop = time.monotonic() + time_limit
    while made < moves and time.monotonic() < stop:
        state, path = habits.play_on(game.new(players=seats, seed=rng.getrandbits(32)), rng, 1000)
        made += len(path) + 1
        if state.scores is not None:
            habits.learn(path, state.scores)
    return habits
