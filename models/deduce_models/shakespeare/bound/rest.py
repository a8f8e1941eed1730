"""The best rest of a solo game when its draws are known: a game found from any position, in little time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from deduce.backends.relaxation import linear_bound, whole
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.bound.casting import dived, filled
from deduce_models.shakespeare.bound.draws import Script
from deduce_models.shakespeare.bound.model import GameModel, Solution
from deduce_models.shakespeare.bound.played import Decisions, played_values, prestige_of
from deduce_models.shakespeare.bound.realised import realised
from deduce_models.shakespeare.bound.search import A_STEP, improved
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.state import State

A_CAST = 0.15
"""The solver's own deterministic time for the game of a cast."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a solo game on known draws.

    Attributes:
        prestige: The final prestige of the best rest found; it was played by the rules.
        decisions: What the player saw and chose in it, from the position on.
        upper: No rest of the game on these draws ends with more prestige (by the linear relaxation, or because the
            model was searched to its end); None when it was not asked for.
    """

    prestige: int
    decisions: Decisions
    upper: int | None = None

    @property
    def moves(self) -> list[Move]:
        """The moves of the player."""
        return [move for _, move in self.decisions]


def best_rest(
    state: State,
    script: Script,
    *,
    steps: int = 10,
    time_limit: float = 60.0,
    played: Sequence[Decisions] = (),
    bounded: bool = False,
    seed: int = 0,
) -> Rest:
    """The best rest of a solo game found from a position when all later draws are known.

    Args:
        state: A solo position before the first day or at an action.
        script: All draws; of those up to today nothing is used.
        steps: How many neighbourhoods are searched, some quarter of a second each on a quiet machine: with it the
            answer is the same on every machine, unless `time_limit` comes first. 0: only the first solution.
        time_limit: Seconds of processor time.
        played: Rests of the game from this position that are known already: the search begins with the best.
        bounded: Whether an upper bound is asked for, by the linear relaxation (0.02 to 0.15 seconds).
        seed: Of the search.

    Raises:
        ProblemError: `state` is at another decision, not of a solo game, or not on these draws.
        IllegalMove: A game of `played` cannot be played from here.
        MissingExtra: OR-Tools is not installed (extra ``cpsat``).
    """
    end = time.process_time() + time_limit
    model = GameModel(state.setup, script, state)
    # Nothing counts less than a game that is not played to its end.
    told = [(prestige_of(model, game), game) for game in played]
    found = [(-math.inf if prestige is None else prestige, game) for prestige, game in told]
    best, game = max(found, key=lambda each: each[0], default=(-math.inf, ()))
    upper: float | None = None
    first = _first(model, game, seed)
    if first.values:
        mine = realised(model, first.values)
        if mine[0] > best:
            best, game = mine
    if bounded:
        upper = whole(min(first.bound, linear_bound(model.model)))
    if not game:
        raise ProblemError(
            "the position and the script allow no rest of the game: do their draws fit together?"
        )
    if steps and (upper is None or best < upper):
        # Where not all of it was searched another cast is tried first: the search seldom finds one.
        cast = dived(model) if first.value is None or first.bound > first.value else None
        filling = (
            filled(model, cast, time_limit=time_limit, seed=seed, effort=A_CAST)
            if cast and cast.fixed
            else None
        )
        if filling is not None and filling[0] > best:
            best, game = filling
        left = end - time.process_time()
        best, game = improved(model, game, time_limit=left, steps=steps, seed=seed, upper=upper)
    return Rest(int(best), game, None if upper is None else int(upper))


def _first(model: GameModel, game: Decisions, seed: int) -> Solution:
    """A solution of the model, beginning with a game; without one it is searched until there is one."""
    effort, known = A_STEP, played_values(model, game) if game else ()
    hints = [(each.variable, each.value) for each in known if not isinstance(each.variable, int)]
    while True:
        found = model.solve(time_limit=math.inf, effort=effort, seed=seed, hints=hints)
        if found.values or game or found.bound == -math.inf:
            return found
        # A careless solution of a whole game may take longer than a neighbourhood.
        effort *= 2
