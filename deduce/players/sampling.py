"""A player that imagines worlds: resample what it cannot see, try every move, play on, compare."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from deduce.games.base import Advice, Game, Player, chance_from
from deduce.games.given import game_of, player_of, rng_of, seconds_of, seen_of, whole_of
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Plain
from deduce.ground.wording import run, say
from deduce.players.claims import variance
from deduce.players.rollout import rollout


@dataclass(frozen=True, slots=True)
class Estimate(Plain):
    """What sampling found out about one move.

    Attributes:
        move: The move.
        value: The mean over the sampled worlds.
        error: Its standard error (infinite with a single sample).
        behind: How far the mean is below the best move's, over the same worlds.
        behind_error: The standard error of that difference. Common random numbers make it smaller than
            the two errors suggest; it is what tells whether two moves really differ.
        samples: The number of worlds.
    """

    move: Any
    value: float
    error: float
    behind: float
    behind_error: float
    samples: int


def own_score(state: Any, seat: int) -> float:
    """The seat's score when the game is over: the default value of a play-out.

    Raises `ProblemError` where the game is not over.
    """
    if state.scores is None:
        raise ProblemError("a play-out stopped before the end: give Sampling a value for such states")
    return float(state.scores[seat - 1])


class Sampling:
    """Values each move by play-outs in worlds drawn from the view, the same worlds for every move.

    World number i, and the chance in the play-outs from it, come from one seed for all moves (common
    random numbers), so differences between moves are far less noisy than the values themselves.
    This is flat Monte Carlo over determinized worlds, as described for bridge by M. Ginsberg, "GIB:
    Imperfect information in a computationally challenging game", JAIR 14 (2001); play-outs here are
    by a policy instead of double-dummy solving.

    Args:
        game: The game, or its name; it must offer `Game.resample`.
        base: Chooses for every seat in the play-outs; None for uniformly random moves, much the fastest.
        samples: Worlds to draw (with a time limit: at most so many).
        time_limit: Seconds for one decision; None for no limit. Moves then depend on the clock, so
            matches no longer repeat from their seed.
        horizon: Play-outs stop after so many moves; None plays to the end.
        value: ``value(state, seat)`` of the state where a play-out stops.
        candidates: Which moves of a view to try; all when None.
        name: As printed in tables.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any] | str,
        *,
        base: Player | None = None,
        samples: int = 64,
        time_limit: float | None = None,
        horizon: int | None = None,
        value: Callable[[Any, int], float] = own_score,
        candidates: Callable[[Any], Sequence[Any]] | None = None,
        name: str = "sampling",
    ) -> None:
        self.game, self.base = game_of(game), None if base is None else player_of(base)
        self.samples = whole_of("Sampling: samples", samples, 1)
        self.time_limit = seconds_of("Sampling: time_limit", time_limit)
        self.horizon = None if horizon is None else whole_of("Sampling: horizon", horizon, 0)
        self.value, self.candidates, self.name = value, candidates, name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The move with the highest mean; the first of equals."""
        moves = self._moves(seen_of(view))
        return moves[0] if len(moves) == 1 else self.estimates(view, rng)[0].move

    def estimates(self, view: Any, rng: random.Random) -> tuple[Estimate, ...]:
        """Every candidate with its value and errors, best first.

        Raises `ProblemError` when the seat of `view` has no move. Takes `samples` resamples, and as many
        play-outs a move.
        """
        moves = self._moves(seen_of(view))
        rng_of(rng)
        if not moves:
            raise ProblemError(f"seat {view.seat} has no move to value: it is not to move")
        results = self._sample(view, moves, rng)
        best = max(range(len(moves)), key=lambda index: math.fsum(results[index]))
        ranked = [_estimate(move, mine, results[best]) for move, mine in zip(moves, results, strict=True)]
        return tuple(sorted(ranked, key=lambda each: -each.value))

    def advise(self, view: Any, rng: random.Random) -> tuple[Advice[Any], ...]:
        """The estimates as advice, for `Game.advise`."""
        return tuple(
            Advice(
                each.move,
                each.value,
                run(
                    say(
                        "worth a score of {value} on average in {samples} sampled worlds",
                        value=f"{each.value:.3g}",
                        samples=each.samples,
                    ),
                    say(", {less} less than the best move", less=f"{each.behind:.2g}")
                    if each.behind
                    else "",
                ),
                error=each.error,
                kind="sampled",
                details={"samples": each.samples, "behind": each.behind, "behind_error": each.behind_error},
            )
            for each in self.estimates(view, rng)
        )

    def _moves(self, view: Any) -> Sequence[Any]:
        return view.moves if self.candidates is None else self.candidates(view)

    def _sample(self, view: Any, moves: Sequence[Any], rng: random.Random) -> list[list[float]]:
        """One row of values a move, one column a world; every move sees every world."""
        results: list[list[float]] = [[] for _ in moves]
        stop = math.inf if self.time_limit is None else time.monotonic() + self.time_limit
        for _ in range(self.samples):
            world = self.game.resample(view, random.Random(rng.getrandbits(64)))
            seed = rng.getrandbits(64)
            row: list[float] = []
            for move in moves:
                # A world that not every move has seen would break the pairing: it is left out whole.
                if results[0] and time.monotonic() > stop:
                    return results
                row.append(self._value_of(world.play(move), view.seat, seed))
            for mine, value in zip(results, row, strict=True):
                mine.append(value)
        return results

    def _value_of(self, state: Any, seat: int, seed: int) -> float:
        rng = chance_from(seed)
        if self.horizon is None:
            end = rollout(state, rng, policy=self.base)
        else:
            end = rollout(state, rng, policy=self.base, horizon=self.horizon, strict=False)
        return self.value(end, seat)

    def __repr__(self) -> str:
        return (
            f"Sampling({self.game.name!r}, base={self.base!r}, samples={self.samples}, name={self.name!r})"
        )


def _estimate(move: Any, mine: list[float], best: list[float]) -> Estimate:
    value, error = _mean(mine)
    behind, behind_error = _mean([top - own for top, own in zip(best, mine, strict=True)])
    return Estimate(move, value, error, behind, behind_error, len(mine))


def _mean(values: list[float]) -> tuple[float, float]:
    mean = math.fsum(values) / len(values)
    return mean, math.sqrt(variance(values) / len(values)) if len(values) > 1 else math.inf
